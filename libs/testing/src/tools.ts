import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * `describe` for tests that need a program on the PATH; without it they are skipped and listed at the end of
 * `npm test`.
 */
export function describeWith(program: string, name: string, tests: () => void): void {
  if (programOnPath(program)) describe(name, tests);
  else describe.skip(`${name} (needs ${program})`, tests);
}

/** The path of `program`, or undefined. */
export function programOnPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));
}
