import { limits, type LimitName } from '@app/limits';
import { useDatabase } from '@app/testing';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { limitsTables } from './limits-table.js';

const root = join(__dirname, '..', '..');
const file = join(root, 'docs', 'limits.md');
const markers = /(<!-- limits -->)[\s\S]*(<!-- \/limits -->)/;

/** Held by the function of Postgres that writes documents. */
const countedThere: readonly LimitName[] = ['words', 'words_of_object'];

describe('docs/limits.md', () => {
  it('lists every limit (UPDATE_DOCS=1 npm run jest docs writes them)', async () => {
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(markers);
    const tables = `\n\n${limitsTables()}\n\n`;
    const { code: expectedText } = await format(
      file,
      text.replace(markers, (_all, start: string, end: string) => start + tables + end),
      { printWidth: 110 },
    );
    if (process.env['UPDATE_DOCS']) writeFileSync(file, expectedText);
    expect(readFileSync(file, 'utf8')).toBe(expectedText);
  });

  describe('the table of limits', () => {
    const harness = useDatabase();

    it('has no unused number', async () => {
      const [{ source = '' } = {}] = await harness.db.many<{ source: string }>(
        `select prosrc as source from pg_proc where oid = 'learning.write_documents(int[])'::regprocedure`,
      );
      const sources = globSync('{apps,libs}/**/*.ts', {
        cwd: root,
        exclude: (path) => path === 'node_modules',
      })
        .filter(
          (path) =>
            !path.includes('.spec.ts') &&
            !/^libs\/(limits|database\/src\/schema\/tables)\//.test(path) &&
            !/\/test\//.test(path),
        )
        .map((path) => readFileSync(join(root, path), 'utf8'))
        .join('\n');
      const unread = (Object.keys(limits) as LimitName[]).filter(
        (name) =>
          !sources.includes(`limits.${name}`) &&
          !sources.includes(`'${name}'`) &&
          !(countedThere.includes(name) && source.includes(`limit ${limits[name].most})`)),
      );
      expect(unread).toEqual([]);
    });
  });
});
