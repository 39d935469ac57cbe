import type { BenchStack } from './bench-stack.js';

/** One benchmark, in a file or folder of its own. */
export interface Bench {
  name: string;
  description: string;
  /** Prints its figures. @returns whether what it must show was shown */
  run(stack: BenchStack, print: (line: string) => void): Promise<boolean>;
}
