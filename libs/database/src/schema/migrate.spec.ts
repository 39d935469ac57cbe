import { createEmptyDatabase, Owner, testServices } from '@app/testing';
import { sql } from '../sql/sql.js';
import { migrate, OlderDatabase } from './migrate.js';
import { migrations } from './migrations/index.js';

describe('migrate', () => {
  const { passwords } = testServices();
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let owner: Owner;
  beforeAll(async () => {
    empty = await createEmptyDatabase();
    owner = new Owner(empty.url);
  });
  afterAll(async () => {
    await owner.end();
    await empty.drop();
  });
  const schemas = async () =>
    await owner.column<string>(sql`select nspname as name from pg_namespace order by 1`);
  const appendMigration = (name: string) =>
    owner.many(sql`insert into schema_migrations (timestamp, name) values (1, ${name})`);

  it('creates everything once, however many run in parallel', async () => {
    const done = await Promise.all([1, 2, 3].map(() => migrate({ url: empty.url, passwords })));
    expect(done.map((names) => names.length).sort()).toEqual([0, 0, migrations.length]);
    expect(await schemas()).toEqual(expect.arrayContaining(['auth', 'identity', 'learning', 'maintenance']));
  });

  it('continues where a newer version has been, as after a rollback', async () => {
    await appendMigration('Later99991231235959');
    expect(await migrate({ url: empty.url, passwords })).toEqual([]);
  });

  it.each([
    ['migrations before the baseline', 'Base20261121000000', 'Identity20261121000100'],
    ['the baseline of before', 'Schemas20261122800000', 'Branding20261123300000'],
    ['version 0.2.0', 'Schemas20261123400000', 'Onboarding20261123402300'],
    ['a working copy after 0.2.0', 'Schemas20261123400000', 'UnusedWords20261126120050'],
  ])(
    'refuses in one sentence a database with objects of %s, and changes nothing',
    async (_what, ...names) => {
      const older = await createEmptyDatabase();
      const olderDatabase = new Owner(older.url);
      await olderDatabase.many(sql`
        create table schema_migrations (id serial, timestamp bigint, name varchar)`);
      for (const name of names)
        await olderDatabase.many(sql`insert into schema_migrations (timestamp, name) values (1, ${name})`);
      const refused = migrate({ url: older.url, passwords });
      await expect(refused).rejects.toThrow(OlderDatabase);
      await expect(refused).rejects.toThrow(
        new RegExp(`^[^.]*${names[0]}[^.]*set DATABASE_URL to an empty database\\.$`),
      );
      expect(
        await olderDatabase.many(sql`
        select nspname from pg_namespace where nspname = 'identity'`),
      ).toEqual([]);
      await olderDatabase.end();
      await older.drop();
    },
  );

  it('also refuses an unknown migration between known ones', async () => {
    await appendMigration('Forgotten20261127000050');
    await expect(migrate({ url: empty.url, passwords })).rejects.toThrow('Forgotten20261127000050');
  });
});
