import { metrics } from '@app/metrics';
import { connect } from '@app/redis';
import { OutageProxy, PATIENCE_MS, ReplicatedPostgres, testRedis, SESSIONS_HERE } from '@app/testing';
import type { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '../transactions/database.js';
import { openDatabase, openReplica } from '../database.module.js';
import { runInContext } from '../transactions/request-context.js';
import { sql } from '../sql/sql.js';
import { written } from './server-state.queries.js';

const PORTAL = 7;
/** A replica soon believes the word of Redis. */
const SOON = { doubtMs: 100 };

async function until(what: string, isMet: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await isMet()); await pause(10))
    if (performance.now() > end) throw new Error(`${what}: not in time`);
}

describe('Database.replica', () => {
  const redisSettings = testRedis();
  let pair: ReplicatedPostgres;
  let proxy: OutageProxy;
  let redisProxy: OutageProxy;
  const redises: Redis[] = [];
  const opened: Database[] = [];

  /** As in its own process. */
  async function open(
    maxLagSeconds: number,
    { doubtMs, redisUrl = redisSettings.REDIS_URL }: { doubtMs?: number; redisUrl?: string } = {},
  ): Promise<Database> {
    const redis = connect({ ...redisSettings, REDIS_URL: redisUrl });
    redises.push(redis);
    const options = {
      url: ReplicatedPostgres.formatUrl(pair.primary, 'api'),
      applicationName: 'test',
      poolSize: 4,
      replica: { url: proxy.url, maxLagSeconds, ...(doubtMs !== undefined && { doubtMs }) },
    };
    const { dataSource } = await openDatabase(options);
    const standby = openReplica(options, redis, redisSettings.REDIS_PREFIX);
    const database = new Database(dataSource, undefined, undefined, standby);
    opened.push(database);
    return database;
  }
  const inPortal = <T>(work: () => Promise<T>, portalId = PORTAL) =>
    runInContext({ operation: 'test', portalId }, work);
  /** Whether the standby answers. */
  const isThere = (database: Database, portalId = PORTAL): Promise<boolean> =>
    inPortal(async () => {
      const row = await database.replica.one<{ there: boolean }>(sql`select pg_is_in_recovery() as there`);
      return row!.there;
    }, portalId);
  const value = (database: Database) =>
    inPortal(() =>
      database.replica.one<{ title: string }>(sql`select title from identity.portals where id = ${PORTAL}`),
    );
  const write = (database: Database, title: string) =>
    inPortal(() =>
      database.write((tx) => tx.run(sql`update identity.portals set title = ${title} where id = ${PORTAL}`)),
    );
  async function reads(): Promise<Record<string, number>> {
    const { values } = await metrics.postgres_replica_reads_total.get();
    return Object.fromEntries(values.map((one) => [String(one.labels['reason'] || 'replica'), one.value]));
  }

  beforeAll(async () => {
    pair = await ReplicatedPostgres.start({ max_standby_streaming_delay: '100ms' });
    await pair.db.many('grant update on identity.portals to lp_api');
    await pair.db.many(`insert into identity.portals (id, name, title) values ($1, 'p', 'first')`, [PORTAL]);
    await pair.caughtUp();
    proxy = await OutageProxy.before(ReplicatedPostgres.formatUrl(pair.standby, 'api'));
    redisProxy = await OutageProxy.before(redisSettings.REDIS_URL);
  });
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    for (const redis of redises) redis.disconnect();
    await proxy.goAway();
    await redisProxy.goAway();
    await pair.stop();
  });

  it('is answered by the standby, for requests of a portal', async () => {
    const database = await open(0.5); // a Redis that has never been told anything is not believed for as long
    await until('the standby answers', () => isThere(database));
    expect(await database.replica.one(sql`select pg_is_in_recovery() as there`)).toEqual({ there: false });
    const portal = () =>
      inPortal(() =>
        database.replica.one<{ there: boolean }>(
          sql`select pg_is_in_recovery() as there from identity.portals where id = ${PORTAL}`,
        ),
      );
    await until('it answers reads by key', async () => (await portal())!.there);
    await expect(database.write(async () => database.replica.one(sql`select 1`))).rejects.toThrow(
      'read through it, not beside it',
    );
  });

  it('a portal reads what it wrote in another process while replay stands still; others go on', async () => {
    const [one, other] = [await open(60, SOON), await open(60, SOON)];
    await until('both use the standby', async () => (await isThere(one)) && (await isThere(other)));
    await pair.pauseReplay(true);
    try {
      await write(one, 'second');
      expect(await value(one)).toEqual({ title: 'second' });
      expect(await value(other)).toEqual({ title: 'second' });
      expect((await reads())['behind_own_write']).toBeGreaterThan(0);
      await until('it answers others', () => isThere(other, PORTAL + 1));
    } finally {
      await pair.pauseReplay(false);
    }
    await until('the standby answers again', () => isThere(other));
    expect(await value(other)).toEqual({ title: 'second' });
  });

  it('shows every portal a change that concerns all', async () => {
    const [one, other] = [await open(60, SOON), await open(60, SOON)];
    await until('both use the standby', async () => (await isThere(one)) && (await isThere(other)));
    await pair.pauseReplay(true);
    try {
      await inPortal(() =>
        one.write(async (tx) => {
          tx.affectsAllPortals();
          await tx.run(sql`update identity.portals set title = 'third' where id = ${PORTAL}`);
        }),
      );
      expect(await isThere(other, PORTAL + 2)).toBe(false);
    } finally {
      await pair.pauseReplay(false);
    }
    await until('the standby answers again', () => isThere(other, PORTAL + 2));
  });

  it('a row that the standby does not have yet is found on the primary, but is in no list', async () => {
    const database = await open(60, SOON);
    await until('the standby answers', () => isThere(database));
    await pair.pauseReplay(true);
    try {
      await pair.db.many(`insert into identity.portals (id, name, title) values (8, 'q', 'new')`);
      const created = sql`select title from identity.portals where id = 8`;
      expect(await inPortal(() => database.replica.many(created))).toEqual([]);
      expect(await inPortal(() => database.replica.one(created))).toEqual({ title: 'new' });
      expect(await inPortal(() => database.replica.heavy.one(created))).toEqual({ title: 'new' });
      expect(await isThere(database)).toBe(true);
    } finally {
      await pair.pauseReplay(false);
    }
  });

  it('one that is too far behind answers nobody', async () => {
    const database = await open(0.5);
    await until('the standby answers', () => isThere(database));
    await pair.pauseReplay(true);
    try {
      await pair.db.many(`update identity.portals set title = 'fourth' where id = $1`, [PORTAL]);
      await until('it is too old', async () => !(await isThere(database)));
      expect(await value(database)).toEqual({ title: 'fourth' });
    } finally {
      await pair.pauseReplay(false);
    }
    await until('the standby answers again', () => isThere(database));
  });

  it('without Redis the primary answers, and nothing fails', async () => {
    const database = await open(0.5, { redisUrl: redisProxy.url });
    await until('the standby answers', () => isThere(database));
    await redisProxy.goAway();
    await until('the primary answers', async () => !(await isThere(database)));
    await write(database, 'fifth');
    expect(await value(database)).toEqual({ title: 'fifth' });
    await redisProxy.comeBack();
    await until('the standby answers again', () => isThere(database));
  });

  it('a write that Redis was not told of waits until the standby has it', async () => {
    const [cut, other] = [await open(3, { redisUrl: redisProxy.url }), await open(3)];
    await until('both use the standby', async () => (await isThere(cut)) && (await isThere(other)));
    await redisProxy.goAway();
    await pair.pauseReplay(true);
    const writing = write(cut, 'sixth');
    let isDone = false;
    void writing.then(() => (isDone = true));
    await until('it has committed', async () => {
      const row = await pair.db.one('select title from identity.portals where id = $1', [PORTAL]);
      return row['title'] === 'sixth';
    });
    expect(isDone).toBe(false);
    await pair.pauseReplay(false);
    await writing;
    expect(await value(other)).toEqual({ title: 'sixth' });
    await redisProxy.comeBack();
  });

  it('nothing is believed of a Redis that was emptied', async () => {
    const [one, other] = [await open(5), await open(5)];
    await until('both use the standby', async () => (await isThere(one)) && (await isThere(other)));
    await pair.pauseReplay(true);
    try {
      await write(one, 'seventh');
      const keys = await redises[0]!.keys(`${redisSettings.REDIS_PREFIX}:replica:*`);
      await redises[0]!.del(keys);
      expect(await value(other)).toEqual({ title: 'seventh' });
    } finally {
      await pair.pauseReplay(false);
    }
  });

  it('nor by a process that has just started: it may have found another Redis than those who write', async () => {
    const [one, other] = [await open(30), await open(30)];
    await until('Redis is there', () => Promise.resolve(redises.at(-1)!.status === 'ready'));
    const unknown = async () => (await reads())['positions_unknown'] ?? 0;
    const before = await unknown();
    await until('only that keeps it from the standby', async () => {
      await value(other);
      return (await unknown()) > before;
    });
    await pair.pauseReplay(true);
    try {
      await write(one, 'seventh, again');
      const lost = await redises[0]!.keys(`${redisSettings.REDIS_PREFIX}:replica:written:*`);
      expect(await redises[0]!.del(lost)).toBeGreaterThan(0);
      expect(await value(other)).toEqual({ title: 'seventh, again' });
    } finally {
      await pair.pauseReplay(false);
    }
  });

  it('nothing is behind an idle primary that has just begun a segment of its log', async () => {
    const switched = async () => {
      await pair.db.many(`update identity.portals set title = 'before a new segment' where id = $1`, [
        PORTAL,
      ]);
      await pair.db.many('select pg_switch_wal()');
      const row = await pair.db.one<{ written: number }>(written.text);
      return row.written % (16 * 1024 * 1024) === 0;
    };
    await until('nothing else is written', switched);
  });

  it('a read that the standby gives up for replay is answered by the primary', async () => {
    const database = await open(60, SOON);
    await until('the standby answers', () => isThere(database));
    const before = (await reads())['failed'] ?? 0;
    const reading = inPortal(() =>
      database.replica.one<{ there: boolean }>(sql`
        select pg_is_in_recovery() as there, (select case when pg_is_in_recovery() then pg_sleep(60)::text end) as slept
          from identity.portals where id = ${PORTAL}`),
    );
    const running = `select 1 from ${SESSIONS_HERE} s where query like '%pg_sleep(60)%' and wait_event = 'PgSleep'`;
    await until('it runs there', async () => (await pair.standbyDb.many(running)).length > 0);
    await pair.db.many(
      'begin; lock table identity.portals; alter table identity.portals set (fillfactor = 100); commit',
    );
    expect(await reading).toEqual({ there: false, slept: null });
    expect((await reads())['failed']).toBe(before + 1);
  });

  it('a standby that falls silent in the middle of a read is left', async () => {
    const database = await open(60, SOON);
    await until('the standby answers', () => isThere(database));
    const reading = inPortal(() =>
      database.replica.one<{ there: boolean }>(
        sql`select pg_is_in_recovery() as there, (select case when pg_is_in_recovery() then pg_sleep(60)::text end) as slept`,
      ),
    );
    const running = `select 1 from ${SESSIONS_HERE} s where query like '%pg_sleep(60)%' and wait_event = 'PgSleep'`;
    await until('it runs there', async () => (await pair.standbyDb.many(running)).length > 0);
    proxy.fallSilent();
    expect(await reading).toEqual({ there: false, slept: null });
    expect(await isThere(database)).toBe(false);
    await proxy.comeBack();
    await until('the standby answers again', () => isThere(database));
  });

  it('a standby that is stopped, and one that is promoted, answer nobody', async () => {
    const database = await open(60, SOON);
    await until('the standby answers', () => isThere(database));
    await proxy.goAway();
    expect(await isThere(database)).toBe(false);
    await proxy.comeBack();
    await until('the standby answers again', () => isThere(database));

    await pair.standbyDb.many('select pg_promote()');
    await pair.standbyDb.many(`update identity.portals set title = 'of another history' where id = $1`, [
      PORTAL,
    ]);
    await write(database, 'eighth');
    await until(
      'it is noticed',
      async () => ((await reads())['away'] ?? 0) > 0 && !(await isThere(database)),
    );
    expect(await value(database)).toEqual({ title: 'eighth' });
  });
});
