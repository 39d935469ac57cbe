import { freePort, startPostgres, type RunningPostgres } from '@app/local-services';
import { createEmptyDatabase, temporaryFolder, useDatabase } from '@app/testing';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../schema/migrations/index.js';
import { newestMigration } from '../schema/known-migrations.js';
import { sql } from '../sql/sql.js';
import { DedicatedConnection } from './dedicated-connection.js';
import { DatabaseReadiness } from './readiness.js';

const limits = { lock_timeout: 200, statement_timeout: 1_000, connectionTimeoutMillis: 1_000 };

describe('DatabaseReadiness', () => {
  const harness = useDatabase();
  const opened: DatabaseReadiness[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((one) => one.onApplicationShutdown())));

  function createReadiness(url: string, migration?: string): DatabaseReadiness {
    const one = new DatabaseReadiness(
      new DedicatedConnection({ connectionString: url, ...limits }),
      migration,
    );
    opened.push(one);
    return one;
  }

  it.each(['auth', 'api', 'worker'] as const)('is ready with the role of the app %s', async (role) => {
    const readiness = createReadiness(harness.urls[role]);
    expect(await readiness.state()).toMatchObject({ isPrimary: true, isMigrated: true });
    expect(readiness.checks.map(({ name }) => name)).toEqual(['postgres', 'schema']);
    expect(await Promise.all(readiness.checks.map(({ check }) => check()))).toEqual([true, true]);
  });

  it('depends on the newest migration of the build', async () => {
    const rows = await harness.db.many<{ name: string }>(sql`select name from public.schema_migrations`);
    expect(rows).toHaveLength(migrations.length);
    const byTime = rows.map(({ name }) => name).sort((one, other) => time(one) - time(other));
    expect(newestMigration()).toBe(byTime.at(-1));
    const readiness = createReadiness(harness.urls.api);
    expect((await readiness.state()).isMigrated).toBe(true);
    await harness.db.many(sql`delete from public.schema_migrations where name = ${newestMigration()}`);
    expect((await readiness.state()).isMigrated).toBe(false);
    // a newer schema does not matter
    await harness.db.many(sql`
      insert into public.schema_migrations (timestamp, name) values (1, ${newestMigration()}), (2, 'Later9')`);
    expect((await readiness.state()).isMigrated).toBe(true);
  });

  it('is not ready before the first migration', async () => {
    const empty = await createEmptyDatabase();
    const readiness = createReadiness(empty.url);
    expect(await readiness.state()).toMatchObject({ isPrimary: true, isMigrated: false });
    await readiness.onApplicationShutdown();
    await empty.drop();
  });

  it('uses the last known state while the migrations are locked, and is not ready if there is none', async () => {
    const [knownReadiness, unknown] = [createReadiness(harness.urls.api), createReadiness(harness.urls.api)];
    expect((await knownReadiness.state()).isMigrated).toBe(true);
    const lock = 'lock table public.schema_migrations in access exclusive mode';
    const states = await harness.db.duringTransaction(lock, () =>
      Promise.all([knownReadiness.state(), unknown.state()]),
    );
    expect(states).toMatchObject([
      { isPrimary: true, isMigrated: true },
      { isPrimary: true, isMigrated: false },
    ]);
    expect((await unknown.state()).isMigrated).toBe(true);
  });

  it('sends one query for all concurrent calls', async () => {
    const connection = new DedicatedConnection({ connectionString: harness.urls.api, ...limits });
    const spy = jest.spyOn(connection, 'query');
    const readiness = new DatabaseReadiness(connection);
    opened.push(readiness);
    await Promise.all(Array.from({ length: 50 }, () => readiness.state()));
    expect(spy).toHaveBeenCalledTimes(3);
  });

  describe('with its own Postgres', () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'postgres');
    let port: number;
    let postgres: RunningPostgres | undefined;
    beforeAll(async () => (port = await freePort()));
    afterAll(() => postgres?.stop());
    const start = () => startPostgres({ dataDir, port, password: 'test', settings: { fsync: 'off' } });

    it('is not ready while Postgres is down, and ready again when it is back', async () => {
      postgres = await start();
      const readiness = createReadiness(postgres.url);
      expect((await readiness.state()).isPrimary).toBe(true);
      await postgres.stop();
      await expect(readiness.state()).rejects.toThrow();
      postgres = await start();
      expect((await readiness.state()).isPrimary).toBe(true);
    });

    it('is not ready while Postgres recovers, and npm start does not count that as started', async () => {
      await postgres?.stop();
      // recovers from an empty archive for as long as this file exists
      writeFileSync(join(postgres!.dataDir, 'standby.signal'), '');
      appendFileSync(join(postgres!.dataDir, 'postgresql.auto.conf'), `\nrestore_command = 'false'\n`);
      let isStarted = false;
      const starting = start().then((started) => {
        isStarted = true;
        return started;
      });
      const readiness = createReadiness(postgres!.url);
      let state: { isPrimary: boolean } | undefined;
      while (!state) state = await readiness.state().catch(() => undefined);
      expect(state.isPrimary).toBe(false);
      expect(isStarted).toBe(false);
      const owner = new DedicatedConnection({ connectionString: postgres!.url });
      await owner.query({ text: 'select pg_promote()' });
      await owner.end();
      postgres = await starting;
      expect((await readiness.state()).isPrimary).toBe(true);
    });
  });
});

const time = (name: string): number => Number(/\d+$/.exec(name)?.[0]);
