import { DataSource, type MigrationInterface } from 'typeorm';
import { createEmptyDatabase, Owner } from '@app/testing';
import { schemaOf, type SchemaPart } from '../../test/schema-of.js';
import { baseline } from './baseline-index.js';
import { migrations } from './index.js';

/** What has another name in the baseline. */
const RENAMED: [before: string, now: string][] = [
  ['sight_changes', 'visibility_changes'],
  ['clients_check ', 'clients_credentials_need_secret '],
  ['clients_check1 ', 'clients_credentials_need_account '],
  ['revocations_check1 ', 'revocations_seq '],
  ['account_managers_check ', 'account_managers_of_others '],
  ['accounts_check ', 'accounts_of_one_kind '],
  ['persons_check ', 'persons_proven '],
  ['learning_object_events_check ', 'learning_object_events_in_order '],
  ['learning_object_items_check ', 'learning_object_items_of_others '],
];

/** What was there for rows and servers of the version before. */
const NO_LONGER: [part: SchemaPart, of: string, before: string, now: string][] = [
  ['columns', 'learning.link_pages.portal_id ', ' default 0', ''],
  ['constraints', 'identity.persons persons_email_domain ', 'NOT VALID f ', 't '],
  ['functions', 'auth.issue_code', ' DEFAULT NULL::timestamp with time zone', ''],
];

describe('the baseline', () => {
  const made: Awaited<ReturnType<typeof createEmptyDatabase>>[] = [];
  afterAll(() => Promise.all(made.map((one) => one.drop())));

  const schemaAfter = async (run: (new () => MigrationInterface)[]) => {
    const database = await createEmptyDatabase();
    made.push(database);
    const source = new DataSource({
      type: 'postgres',
      url: database.url,
      migrations: run,
      migrationsTableName: 'schema_migrations',
    });
    await source.initialize();
    await source.runMigrations({ transaction: 'each' });
    await source.destroy();
    const owner = new Owner(database.url);
    const schema = await schemaOf(owner);
    await owner.end();
    return schema;
  };

  it('makes what all migrations before it made, but for these names and leftovers', async () => {
    const before = await schemaAfter(migrations);
    const now = await schemaAfter(baseline);
    for (const [part, of, old, replacement] of NO_LONGER) {
      const lines = before[part].filter((line) => line.includes(of) && line.includes(old));
      expect([of, lines.length]).toEqual([of, 1]);
      before[part] = before[part].map((line) => (line === lines[0] ? line.replace(old, replacement) : line));
    }
    for (const [old] of RENAMED) {
      const has = (line: string) => line.includes(` ${old}`) || line.includes(`.${old}`);
      expect([old, Object.values(before).flat().some(has)]).toEqual([old, true]);
    }
    for (const part of Object.keys(now) as SchemaPart[]) {
      expect(now[part].length).toBe(before[part].length);
      const renamed = before[part].map((line) =>
        RENAMED.reduce((text, [old, name]) => text.replace(new RegExp(`(?<=[ .])${old}`, 'g'), name), line),
      );
      expect({ part, lines: now[part].map(loosely).sort() }).toEqual({
        part,
        lines: renamed.map(loosely).sort(),
      });
    }
    expect(now.functions.length).toBeGreaterThan(40);
    expect(now.columns.length).toBeGreaterThan(500);
    expect(now.rows.length).toBeGreaterThan(10);
  });
});

/** The one statement that a function holds as text is indented otherwise. */
function loosely(line: string): string {
  return line.includes('FUNCTION auth.remove_expired') ? line.replace(/\s+/g, ' ') : line;
}
