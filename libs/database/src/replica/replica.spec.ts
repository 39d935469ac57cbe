import { metrics } from '@app/metrics';
import { OutageProxy, ReplicatedPostgres, SESSIONS_HERE, eventually } from '@app/testing';
import { openDatabase, openStandby, type DatabaseOptions } from '../database.module.js';
import { sql } from '../sql/sql.js';
import { Database } from '../transactions/database.js';

describe('Database.replica', () => {
  let pair: ReplicatedPostgres;
  let proxy: OutageProxy;
  const opened: Database[] = [];

  /** A database with a standby, as a process of the API has it. */
  async function open(maxLagSeconds?: number, timeouts: Partial<DatabaseOptions> = {}): Promise<Database> {
    const options = {
      url: ReplicatedPostgres.formatUrl(pair.primary, 'api'),
      applicationName: 'test',
      poolSize: 4,
      replicaUrl: proxy.url,
      ...timeouts,
    };
    const { dataSource } = await openDatabase(options);
    const standby = openStandby(options, maxLagSeconds);
    const database = new Database(dataSource, undefined, undefined, standby);
    opened.push(database);
    return database;
  }
  /** Whether the standby answers. */
  const usesStandby = async (database: Database): Promise<boolean> =>
    (await database.replica.value<boolean>(sql`select pg_is_in_recovery()`))!;
  async function reads(): Promise<Record<string, number>> {
    const { values } = await metrics.postgres_replica_reads_total.get();
    return Object.fromEntries(values.map((one) => [String(one.labels['reason'] || 'replica'), one.value]));
  }
  const commit = () => pair.db.many(sql`update identity.portals set title = title || '.'`);

  beforeAll(async () => {
    pair = await ReplicatedPostgres.start({ max_standby_streaming_delay: '100ms' });
    await pair.db.many(sql`insert into identity.portals (id, name, title) values (7, 'p', 'first')`);
    await pair.caughtUp();
    proxy = await OutageProxy.before(ReplicatedPostgres.formatUrl(pair.standby, 'api'));
  });
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await proxy.disconnect();
    await pair.stop();
  });

  it('reads on the standby, never inside a transaction', async () => {
    const database = await open();
    await eventually('the standby answers', () => usesStandby(database));
    expect((await reads())['replica']).toBeGreaterThan(0);
    await expect(database.write(async () => database.replica.one(sql`select 1`))).rejects.toThrow(
      'read through it, not outside it',
    );
  });

  it('reads on the primary without a standby', async () => {
    const database = await openDatabase({ url: pair.primary.url, applicationName: 'test', poolSize: 2 });
    opened.push(database);
    expect(await usesStandby(database)).toBe(false);
  });

  it('reads on the primary while the standby is too far behind', async () => {
    const database = await open(2);
    await commit();
    await pair.caughtUp();
    await eventually('the standby answers', () => usesStandby(database));
    await pair.pauseReplay(true);
    try {
      await eventually('it is too old', async () => !(await usesStandby(database)));
    } finally {
      await pair.pauseReplay(false);
    }
    await eventually('the standby answers again', async () => {
      await commit();
      return usesStandby(database);
    });
  });

  it('repeats on the primary a read that the standby cancels because of replay', async () => {
    const database = await open();
    await eventually('the standby answers', () => usesStandby(database));
    const before = (await reads())['failed'] ?? 0;
    const reading = database.replica.one<{ is_standby: boolean }>(sql`
      select pg_is_in_recovery() as is_standby, (select case when pg_is_in_recovery() then pg_sleep(60)::text end) as slept
        from identity.portals where id = 7`);
    const running = sql`
      select 1 from ${sql.raw(SESSIONS_HERE)} s where query like '%pg_sleep(60)%' and wait_event = 'PgSleep'`;
    await eventually('it runs there', () => pair.standbyDb.has(running));
    await pair.db.many(sql`
      begin; lock table identity.portals; alter table identity.portals set (fillfactor = 100); commit`);
    expect(await reading).toEqual({ is_standby: false, slept: null });
    expect((await reads())['failed']).toBe(before + 1);
  });

  it('reads on the primary while the standby is silent or stopped', async () => {
    const database = await open(undefined, { statementTimeoutMs: 1_000, silenceMs: 500 });
    await eventually('the standby answers', () => usesStandby(database));
    proxy.dropPackets();
    await eventually('the primary answers', async () => !(await usesStandby(database)));
    await proxy.reconnect();
    await eventually('the standby answers again', () => usesStandby(database));
    await proxy.disconnect();
    expect(await usesStandby(database)).toBe(false);
    await proxy.reconnect();
    await eventually('the standby answers again', () => usesStandby(database));
  });

  it('reads on the primary once the standby has been promoted', async () => {
    const database = await open();
    await eventually('the standby answers', () => usesStandby(database));
    await pair.standbyDb.many(sql`select pg_promote()`);
    await pair.standbyDb.many(sql`update identity.portals set title = 'of another history'`);
    const unusable = async () => (await reads())['unusable'] ?? 0;
    const before = await unusable();
    await eventually('it is noticed', async () => {
      await usesStandby(database);
      return (await unusable()) > before;
    });
    const title = await database.replica.value<string>(sql`select title from identity.portals where id = 7`);
    expect(title).toMatch(/^first/);
  });
});
