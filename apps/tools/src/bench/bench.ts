import type { BenchStack } from './bench-stack.js';

/** One benchmark, in a file or folder of its own. */
export type Bench = { name: string; description: string } & (
  | {
      /** Of the servers, where the benchmark wants others than the usual ones. */
      settings?: Record<string, string>;
      /** Prints its figures. @returns whether what it must show was shown */
      run(stack: BenchStack, print: (line: string) => void): Promise<boolean>;
    }
  | {
      /** As `run`, for one that needs none of the servers. */
      runAlone(print: (line: string) => void): Promise<boolean>;
    }
);
