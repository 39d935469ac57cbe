import { sql } from '@app/database';
import { errorCodes, fieldErrorCodes, oauthErrorCodes } from '@app/kernel';
import { limits, type LimitName } from '@app/limits';
import { useDatabase } from '@app/testing';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** Zod's codes, which are passed on unchanged, and those composed from two parts. */
const fromElsewhere =
  /^(invalid_type|invalid_format|invalid_key|invalid_element|invalid_union|too_big|too_small|not_multiple_of|unrecognized_keys|custom|(password|administrator|role)_\w+)$/;

/** The text of all sources except tests and files whose path matches. */
const readSources = (exceptions: RegExp): string =>
  globSync('{apps,libs}/**/*.ts', { cwd: root, exclude: (path) => path === 'node_modules' })
    .filter((path) => !/\.spec\.ts$|\/test\//.test(path) && !exceptions.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');

describe('docs/errors.md', () => {
  // what the console answers itself is for its own page, which no partner calls
  const text = readSources(/error-codes\.ts$|^apps\/console\//);

  it('lists no code that nothing throws', () => {
    const codes = [errorCodes, fieldErrorCodes, oauthErrorCodes].flatMap((table) => Object.keys(table));
    expect(codes.filter((code) => !fromElsewhere.test(code) && !text.includes(`'${code}'`))).toEqual([]);
  });

  it('has the statuses with which the code throws them', () => {
    const thrown = [
      ...[...text.matchAll(/new (BadRequest|Forbidden|Conflict)\(\s*'(\w+)'/g)].map(([, kind, code]) => [
        code!,
        { BadRequest: 400, Forbidden: 403, Conflict: 409 }[kind!]!,
      ]),
      ...[...text.matchAll(/new Problem\((\d{3}), '(\w+)'/g)].map(([, status, code]) => [
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

/** Held by the function of Postgres that writes documents. */
const countedThere: readonly LimitName[] = ['words', 'words_of_object'];

describe('the table of limits', () => {
  const harness = useDatabase();

  it('has no unused number', async () => {
    const source = await harness.db.value<string>(sql`
      select prosrc from pg_proc where oid = 'learning.write_documents(int[])'::regprocedure`);
    const sources = readSources(/^libs\/(limits|database\/src\/schema\/tables)\//);
    const unread = (Object.keys(limits) as LimitName[]).filter(
      (name) =>
        !sources.includes(`limits.${name}`) &&
        !sources.includes(`'${name}'`) &&
        !(countedThere.includes(name) && source.includes(`limit ${limits[name].most})`)),
    );
    expect(unread).toEqual([]);
  });
});
