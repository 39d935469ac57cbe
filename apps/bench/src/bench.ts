import type { BenchStack } from './bench-stack.js';
import type { ResultRow } from './report/result.js';

/** Prints its figures, with their spread. @returns its rows for latest.json, by {@link resultRow} */
export type RunOnStack = (stack: BenchStack, print: (line: string) => void) => Promise<ResultRow[]>;

/** One benchmark, in its own file or folder. */
export type Bench = {
  name: string;
  description: string;
  /** How it is measured, for docs/performance.md: at most five lines in Markdown. */
  measuredBy: readonly string[];
  /** Server settings, where the benchmark needs unusual ones. */
  settings?: Record<string, string>;
} & (
  | { run: RunOnStack }
  | {
      /** By name. Each has its own stack and results, as scenario `<name of the benchmark>-<name of the part>`. */
      parts: Readonly<Record<string, RunOnStack>>;
    }
  | {
      /** Like `run`, for benchmarks that start what they need themselves. */
      runAlone(print: (line: string) => void): Promise<ResultRow[]>;
    }
);
