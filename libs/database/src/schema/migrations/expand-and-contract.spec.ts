import { ConnectionReader, createEmptyDatabase, Owner, testServices } from '@app/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BREAKS } from '../../../test/breaks.js';
import { granted } from '../../../test/granted.js';
import { lintMigration } from '../../../test/migration-lint.js';
import { loadSchema } from '../../../test/load-schema.js';
import { demands, promises } from '../../../test/promises.js';
import { schemaText } from '../../../test/schema-text.js';
import { sql } from '../../sql/sql.js';
import type { Reader } from '../../transactions/reader.js';
import { migrate } from '../migrate.js';
import { migrations } from './index.js';

type Migration = new () => MigrationInterface;

/** Files of the last released version; what comes after it is checked against its schema. */
const releasedFiles = readFileSync(join(__dirname, 'released.sha256'), 'utf8')
  .split('\n')
  .filter((line) => /^[0-9a-f]{64} /.test(line)).length;
const released = migrations.slice(0, releasedFiles);
const releasedSchema = readFileSync(join(__dirname, '..', 'released', 'schema.sql'), 'utf8');

interface MigrationRecord {
  name: string;
  inTransaction: boolean;
  statements: string[];
}

/** Migrations that also write down what they send. */
function recorded(all: readonly Migration[], into: MigrationRecord[]): Migration[] {
  return all.map(
    (Each) =>
      class extends Each {
        override async up(runner: QueryRunner): Promise<void> {
          const { name = '', transaction = true } = this as MigrationInterface;
          const statements: string[] = [];
          into.push({ name, inTransaction: transaction, statements });
          const query = (text: string, ...rest: unknown[]): unknown => {
            if (!statements.includes(text)) statements.push(text);
            return (runner.query as (...args: unknown[]) => unknown)(text, ...rest);
          };
          const recording = Object.create(runner, { query: { value: query.bind(runner) } }) as QueryRunner;
          await super.up(recording);
        }
      },
  );
}

interface Schema {
  promises: string[];
  demands: Awaited<ReturnType<typeof demands>>;
  grants: string[];
}

/** `lp_api identity.portals: insert(name, title) select` as one line for each right and column. */
const splitRights = (lines: string[]): string[] =>
  lines.flatMap((line) => {
    const [, head = '', rights = ''] = /^(.*?: )(.*)$/.exec(line)!;
    return [...rights.matchAll(/(\w+)(?:\(([^)]*)\))?/g)].flatMap(([, right, columns]) =>
      columns === undefined
        ? [`${head}${right}`]
        : columns.split(', ').map((column) => `${head}${right}(${column})`),
    );
  });

const readSchema = async (db: Reader): Promise<Schema> => ({
  promises: await promises(db),
  demands: await demands(db),
  grants: splitRights(await granted(db)),
});

/** The missing facts, and the additional demands. */
function broken(before: Schema, after: Schema): string[] {
  const tables = new Set(before.demands.map(({ table }) => table));
  const demandsBefore = new Set(before.demands.map(({ demand }) => demand));
  const isGone = (now: readonly string[]) => (line: string) => !now.includes(line);
  return [
    ...before.promises.filter(isGone(after.promises)),
    ...before.grants.filter(isGone(after.grants)),
    ...after.demands
      .filter(({ table, demand }) => tables.has(table) && !demandsBefore.has(demand))
      .map(({ demand }) => demand),
  ].sort();
}

describe('migrations since the last release', () => {
  const sent: MigrationRecord[] = [];
  let [before, after]: [Schema?, Schema?] = [];
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let owner: Owner;

  beforeAll(async () => {
    const { passwords } = testServices();
    database = await createEmptyDatabase();
    owner = new Owner(database.url);
    await loadSchema(owner, releasedSchema);
    await owner.many(sql`
      create table schema_migrations (id serial primary key, timestamp bigint, name varchar)`);
    for (const { name } of released)
      await owner.many(sql`
        insert into schema_migrations (timestamp, name) values (${/\d+$/.exec(name)![0]}, ${name})`);
    before = await readSchema(owner);
    await migrate({ url: database.url, passwords, migrations: recorded(migrations, sent) });
    after = await readSchema(owner);
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  it('are all after the released ones', () => {
    const files = readdirSync(__dirname).filter((file) => /^\d{14}-.*\.ts$/.test(file));
    expect(sent).toHaveLength(files.length - releasedFiles);
    expect(before!.promises.length).toBeGreaterThan(1000);
    expect(before!.grants.length).toBeGreaterThan(300);
    expect(before!.demands.length).toBeGreaterThan(100);
  });

  it('lead from the schema of the last release to that of today', async () => {
    const today = readFileSync(join(__dirname, '..', 'schema.sql'), 'utf8');
    expect(await schemaText(owner)).toBe(today);
  });

  it('replace each function once: a fresh database has its body of today from the first time on', () => {
    const replaced = sent.flatMap(({ statements }) =>
      statements.flatMap((text) => /create or replace function (\S+?)\(/.exec(text)?.[1] ?? []),
    );
    expect(replaced.filter((name, index) => replaced.indexOf(name) !== index)).toEqual([]);
  });

  it('block no requests: each statement can run while servers are in use', async () => {
    for (const { name, inTransaction, statements } of sent) {
      expect(statements).not.toEqual([]);
      expect([name, await lintMigration(statements.join(';\n'), inTransaction)]).toEqual([name, []]);
    }
  });

  it('remove nothing that servers of the previous version use, and require nothing new of them', () => {
    expect(broken(before!, after!)).toEqual(Object.keys(BREAKS).sort());
  });

  it.each([
    ['alter table identity.presets drop column plan', /^column identity.presets.plan is jsonb$/],
    ['alter table identity.presets rename to kits', /^column identity.presets.title is text$/],
    [
      'alter table identity.presets alter column title type varchar(9)',
      /^column identity.presets.title is text$/,
    ],
    ['alter table identity.presets alter column features drop default', /features may be left out$/],
    ['alter table identity.presets add column colour text not null', /^table .* demands .*colour/i],
    ['alter table identity.portals add check (id > 0) not valid', /^table identity.portals demands CHECK/],
    ['create unique index on identity.presets (title)', /^table identity.presets demands unique/],
    [
      'alter table identity.portals drop constraint portals_name_key',
      /^unique identity.portals btree \(name\)/,
    ],
    ['drop function maintenance.settled_until', /^function maintenance.settled_until/],
    ['revoke update (updated_time) on identity.portals from lp_api', /^lp_api identity.portals: update/],
  ])('would be found: %s', async (statement, pattern) => {
    const client = await owner.connect();
    await client.query(`begin; ${statement}`);
    const changed = await readSchema(new ConnectionReader(client));
    await client.query('rollback');
    client.release();
    expect(broken(before!, changed)).toContainEqual(expect.stringMatching(pattern));
  });
});
