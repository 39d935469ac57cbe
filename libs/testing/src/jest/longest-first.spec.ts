import { existsSync } from 'node:fs';
import { longest } from './longest-first.mts';

describe('the order of test files', () => {
  it.each(longest)('begins with files that exist: %s', (name) => {
    expect([`${name}.e2e.spec.ts`, `${name}.spec.ts`].some((file) => existsSync(file))).toBe(true);
  });
});
