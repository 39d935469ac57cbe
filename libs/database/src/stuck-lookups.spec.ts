import { Unavailable } from '@app/kernel';
import { median, useDatabase, SESSIONS_HERE } from '@app/testing';
import { Database, sql } from './index.js';
import { LookupConnections } from './lookup-connections.js';

describe('lookups in a locked table', () => {
  const own = useDatabase();
  const waitMs = 2_000;
  let lookups: LookupConnections;
  let database: Database;
  beforeAll(async () => {
    await own.db.many('create table public.locked (id int primary key)');
    await own.db.many('insert into public.locked values (1)');
    await own.db.many('create table public.open (id int primary key)');
    await own.db.many('insert into public.open values (1)');
  });
  beforeEach(() => {
    lookups = new LookupConnections({
      connectionString: own.urls.owner,
      application_name: 'lookups',
      lock_timeout: waitMs,
      waitMs,
      answerTimeoutMs: 10_000,
    });
    database = new Database(own.database.dataSource, lookups);
  });
  afterEach(() => lookups.end());

  const open = () => database.lookup<{ id: number }>(sql`select id from public.open where id = ${1}`);
  const locked = (kind = 0) =>
    database.lookup(sql`select id, ${sql.raw(String(kind))} as kind from public.locked where id = ${1}`);
  async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
    const holder = await own.db.connect();
    await holder.query('begin; lock table public.locked in access exclusive mode');
    try {
      return await work();
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }
  const connections = async () =>
    (
      await own.db.one<{ count: number }>(
        `select count(*) from ${SESSIONS_HERE} s where application_name = 'lookups'`,
      )
    ).count;

  it('hold up lookups in other tables for a moment at most, however many there are', async () => {
    await open();
    await whileLocked(async () => {
      const stuck = Promise.allSettled(Array.from({ length: 200 }, (_, index) => locked(index % 3)));
      const behind = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const begin = performance.now();
          expect(await open()).toEqual({ id: 1 });
          return performance.now() - begin;
        }),
      );
      expect(median(behind)).toBeLessThan(waitMs);
      const later: number[] = [];
      for (let time = 0; time < 40; time += 1) {
        void locked(time % 3).catch(() => undefined);
        const begin = performance.now();
        await open();
        later.push(performance.now() - begin);
      }
      expect(median(later)).toBeLessThan(20);
      for (const answer of await stuck)
        expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
      expect(await connections()).toBeLessThanOrEqual(2 + 3 + 3);
    });
  });

  it('wait for the lock and, if it is released in time, each get their own answer', async () => {
    const values = Array.from({ length: 20 }, (_, index) => index);
    const stuck = await whileLocked(async () => {
      const asked = Promise.all(
        values.map((value) =>
          database.lookup<{ value: number }>(sql`select ${value}::int as value from public.locked`),
        ),
      );
      // long enough for them to be found stuck
      await own.db.many('select pg_sleep(0.3)');
      return { asked };
    });
    expect((await stuck.asked).map((row) => row?.value)).toEqual(values);
    expect(await Promise.all([locked(), open()])).toEqual([{ id: 1, kind: 0 }, { id: 1 }]);
  });

  it('are refused in time, again and again, and work again once the lock is gone', async () => {
    await whileLocked(async () => {
      for (let time = 0; time < 3; time += 1) {
        const begin = performance.now();
        const answers = await Promise.allSettled([locked(), locked(), locked()]);
        expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
        expect(performance.now() - begin).toBeLessThan(3 * waitMs);
      }
    });
    expect(await Promise.all([locked(), locked(), open()])).toHaveLength(3);
    for (let time = 0; time < 20; time += 1) await locked();
  });

  it('of more kinds than may be isolated are refused in the end, and everything works again afterwards', async () => {
    const kinds = Array.from({ length: 20 }, (_, index) => index);
    await whileLocked(async () => {
      const answers = await Promise.allSettled(kinds.map(locked));
      for (const answer of answers) expect(answer).toMatchObject({ reason: expect.any(Unavailable) });
      expect(await connections()).toBeLessThanOrEqual(2 + 8 + 8);
    });
    expect(await Promise.all([...kinds.map(locked), open()])).toHaveLength(21);
  });
});
