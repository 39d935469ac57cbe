import { errorCodes, fieldErrorCodes, oauthErrorCodes } from '@app/kernel';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** Zod's codes, which are passed on unchanged, and those composed from two parts. */
const fromElsewhere =
  /^(invalid_type|invalid_format|invalid_key|invalid_element|invalid_union|too_big|too_small|not_multiple_of|unrecognized_keys|custom|(password|administrator|role)_\w+)$/;

const sources = () =>
  globSync('{apps,libs}/**/*.ts', { cwd: root, exclude: (path) => path === 'node_modules' })
    // what the console answers itself is for its own page, which no partner calls
    .filter((path) => !/\.spec\.ts$|\/test\/|error-codes\.ts$|^apps\/console\//.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');

describe('docs/errors.md', () => {
  it('lists no code that nothing throws', () => {
    const text = sources();
    const codes = [errorCodes, fieldErrorCodes, oauthErrorCodes].flatMap((table) => Object.keys(table));
    expect(codes.filter((code) => !fromElsewhere.test(code) && !text.includes(`'${code}'`))).toEqual([]);
  });

  it('has the statuses with which the code throws them', () => {
    const thrown = [
      ...[...sources().matchAll(/new (BadRequest|Forbidden|Conflict)\(\s*'(\w+)'/g)].map(([, kind, code]) => [
        code!,
        { BadRequest: 400, Forbidden: 403, Conflict: 409 }[kind!]!,
      ]),
      ...[...sources().matchAll(/new Problem\((\d{3}), '(\w+)'/g)].map(([, status, code]) => [
        code!,
        Number(status),
      ]),
    ] as [code: keyof typeof errorCodes, status: number][];
    expect(thrown.length).toBeGreaterThan(30);
    const wrong = thrown.filter(
      ([code, status]) => !(errorCodes[code].statuses as readonly number[]).includes(status),
    );
    expect(wrong).toEqual([]);
  });
});
