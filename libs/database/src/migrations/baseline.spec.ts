import { DataSource, type MigrationInterface } from 'typeorm';
import { createEmptyDatabase, Owner } from '@app/testing';
import { schemaOf, type SchemaPart } from '../../test/schema-of.js';
import { baseline } from './baseline-index.js';
import { migrations } from './index.js';

/** What was there for rows of the versions before, which lapsed, and a function without a caller. */
const NO_LONGER: [part: SchemaPart, of: string, before: string, now: string][] = [
  ['columns', 'auth.approvals.lapses_time ', '', ''],
  ['constraints', 'auth.approvals approvals_came_by_check ', ", 'migration'::text", ''],
  ['functions', 'FUNCTION auth.hold_approval(', ', p_now timestamp with time zone', ''],
  ['functions', 'FUNCTION auth.hold_approval(', 'and(a.lapses_time is null or a.lapses_time > p_now)', ''],
  ['functions', 'FUNCTION auth.onboarding_rights(', 'and(a.lapses_time is null or a.lapses_time > now())', ''],
  ['functions', 'FUNCTION learning.words(', '', ''],
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

  it('makes what all migrations before it made, but for these leftovers', async () => {
    const before = await schemaAfter(migrations);
    const now = await schemaAfter(baseline);
    for (const [part, of, old, replacement] of NO_LONGER) {
      const lines = before[part].filter((line) => line.includes(of) && line.includes(old));
      expect([of, lines.length]).toEqual([of, 1]);
      before[part] = before[part].flatMap((line) =>
        line !== lines[0] ? line : old === '' ? [] : loosely(line.replace(old, replacement)),
      );
    }
    for (const part of Object.keys(now) as SchemaPart[]) {
      expect({ part, lines: now[part].map(loosely).sort() }).toEqual({
        part,
        lines: before[part].map(loosely).sort(),
      });
    }
    expect(now.functions.length).toBeGreaterThan(40);
    expect(now.columns.length).toBeGreaterThan(500);
    expect(now.rows.length).toBeGreaterThan(10);
  });
});

/** Whatever the white space of a function's text. */
const loosely = (line: string): string => line.replace(/\s+/g, ' ').replace(/ (?=[);])/g, '');
