import type { ResultRow } from './report/result.js';

export interface Bench {
  name: string;
  description: string;
  /** The method of measurement, for docs/performance.md: at most five lines in Markdown. */
  measuredBy: readonly string[];
  /**
   * Prints its figures, with their spread.
   * @returns its rows for latest.json, by {@link resultRow}
   */
  run(print: (line: string) => void): Promise<ResultRow[]>;
}
