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

/** Like {@link describeWith}, for tests that need something named by an environment variable. */
export function describeWithVariable(variable: string, name: string, tests: (value: string) => void): void {
  const value = process.env[variable];
  if (value) describe(name, () => tests(value));
  else describe.skip(`${name} (needs ${variable})`, () => tests(''));
}

/** Cheaper programs for the same purpose: without windows, Chromium takes half the processor time. */
const preferred: Record<string, string> = { chromium: 'chromium-headless-shell' };

/** The path of `program`, or of the preferred one; undefined if neither is there. */
export function programOnPath(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [preferred[program] ?? program, program]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}
