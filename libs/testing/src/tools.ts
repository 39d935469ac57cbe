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

/** As {@link describeWith}, for tests that need what a variable of the environment names. */
export function describeWithVariable(variable: string, name: string, tests: (value: string) => void): void {
  const value = process.env[variable];
  if (value) describe(name, () => tests(value));
  else describe.skip(`${name} (needs ${variable})`, () => tests(''));
}

/** Programs that do the same for less: without windows, Chromium takes half the processor time. */
const preferred: Record<string, string> = { chromium: 'chromium-headless-shell' };

/** The path of `program`, or of the one that is preferred to it; or undefined. */
export function programOnPath(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [preferred[program] ?? program, program]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}
