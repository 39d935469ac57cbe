import { sql } from '@app/database';
import { limits, type LimitName } from '@app/limits';
import { useDatabase } from '@app/testing';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** Held by the function of Postgres that writes documents. */
const countedThere: readonly LimitName[] = ['words', 'words_of_object'];

describe('the table of limits', () => {
  const harness = useDatabase();

  it('has no unused number', async () => {
    const [{ source = '' } = {}] = await harness.db.many<{ source: string }>(sql`
      select prosrc as source from pg_proc where oid = 'learning.write_documents(int[])'::regprocedure`);
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
