import { Unavailable } from '@app/kernel';
import { askedStatements, createTestDatabase, OutageProxy, type TestDatabase } from '@app/testing';
import { DatabaseBusy } from './errors.js';
import { Database, openDatabase, sql } from './index.js';
import { LookupConnections } from './lookup-connections.js';

describe('LookupConnections', () => {
  let own: TestDatabase;
  let proxy: OutageProxy;
  let pool: Database;
  let lookups: LookupConnections;
  let database: Database;
  beforeAll(async () => {
    own = await createTestDatabase();
    proxy = await OutageProxy.before(own.urls.owner);
    pool = await openDatabase({ url: own.urls.owner, applicationName: 'test', poolSize: 4 });
    lookups = new LookupConnections({ connectionString: proxy.url });
    database = new Database(pool.dataSource, lookups);
  });
  afterAll(async () => {
    await database.onApplicationShutdown();
    await pool.dataSource.destroy();
    await proxy.goAway();
    await own.drop();
  });

  const twice = (number: number) =>
    database.lookup<{ twice: number }>(sql`select ${number}::int * 2 as twice`).then((row) => row?.twice);
  const numbers = Array.from({ length: 500 }, (_, index) => index);

  it('gives each of many parallel lookups its own answer', async () => {
    expect(await Promise.all(numbers.map(twice))).toEqual(numbers.map((number) => number * 2));
  });

  it('fails only the failing statement', async () => {
    const answers = await Promise.allSettled(
      numbers.map((number) => database.lookup(sql`select 100 / ${number % 10}::int as part`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      numbers.map((number) => (number % 10 === 0 ? 'rejected' : 'fulfilled')),
    );
  });

  describe('of a kind whose parameters have types, asked for in one turn', () => {
    it('are one statement for fifty of them, and each gets its own answer', async () => {
      const asked = await askedStatements(async () =>
        expect(await Promise.all(numbers.map(twice))).toEqual(numbers.map((number) => number * 2)),
      );
      expect(asked).toHaveLength(500 / 50);
      expect(await askedStatements(() => twice(1))).toHaveLength(1);
    });

    it('have the same row as alone: the first one, none, with null, and with the same key twice', async () => {
      const times = ({ key, times }: { key: string | null; times: number }) =>
        database.lookup(
          sql`select n, ${key}::text as key, ${Buffer.from([times])}::bytea as bytes
                from generate_series(1, ${times}::int) n order by n desc`,
        );
      const asked = [
        { key: 'a "quoted", {braced} one\\', times: 3 },
        { key: 'b', times: 0 },
        { key: null, times: 1 },
        { key: 'same', times: 2 },
        { key: 'same', times: 2 },
      ];
      const expected = asked.map(({ key, times }) =>
        times === 0 ? undefined : { n: times, key, bytes: Buffer.from([times]) },
      );
      expect(await Promise.all(asked.map(times))).toEqual(expected);
      for (const [index, one] of asked.entries()) expect(await times(one)).toEqual(expected[index]);
    });

    it('are asked alone when one of them makes the statement fail', async () => {
      const part = (by: number) => database.lookup(sql`select 100 / ${by}::int as part`);
      const answers = await Promise.allSettled([1, 0, 4].map(part));
      expect(answers).toMatchObject([
        { value: { part: 100 } },
        { reason: { code: '22012' } },
        { value: { part: 25 } },
      ]);
    });

    it('are answered before the connections end', async () => {
      const ending = new LookupConnections({ connectionString: own.urls.owner });
      const ended = new Database(pool.dataSource, ending);
      await ended.lookup(sql`select ${0}::int as number`);
      const asked = [1, 2].map((number) => ended.lookup(sql`select ${number}::int as number`));
      await ending.end();
      expect(await Promise.all(asked)).toEqual([{ number: 1 }, { number: 2 }]);
    });

    it.each(['lower(%)', '%::int[]'])(
      'are asked by themselves where a parameter has no type or is an array: %s',
      async (text) => {
        const value = text.includes('[]') ? [1] : 'a';
        const [before, after] = text.split('%') as [string, string];
        const ask = () =>
          database.lookup(sql`select ${sql.raw(before)}${value}${sql.raw(after)}::text as text`);
        const asked = await askedStatements(async () => {
          for (const row of await Promise.all([1, 2, 3].map(ask)))
            expect(row).toEqual({ text: Array.isArray(value) ? '{1}' : 'a' });
        });
        expect(asked).toHaveLength(3);
      },
    );
  });

  it('writes nothing', async () => {
    const writing = database.lookup(sql`create table public.unwanted (id int)`);
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  it('is busy when the statement that was to be prepared by an earlier one was refused', async () => {
    const impatient = new LookupConnections({ connectionString: own.urls.owner, lock_timeout: 1 });
    const lookup = new Database(pool.dataSource, impatient);
    const ask = () => lookup.lookup(sql`select id from public.locked`);
    await pool.write((tx) => tx.run(sql`create table public.locked (id int)`));
    const holder = await pool.pool.connect();
    await holder.query('begin; lock table public.locked in access exclusive mode');
    const codes = (await Promise.allSettled(numbers.slice(0, 20).map(ask))).map((answer) =>
      answer.status === 'rejected' && answer.reason instanceof DatabaseBusy ? answer.reason.code : answer,
    );
    await holder.query('rollback');
    holder.release();
    // the first of each connection waited for the lock
    expect(codes.toSorted()).toEqual([...numbers.slice(0, 18).map(() => '26000'), '55P03', '55P03']);
    expect(await ask()).toBeUndefined();
    await impatient.end();
  });

  it('refuses to run inside a transaction, which looks up on its own connection', async () => {
    await expect(database.write(() => twice(1))).rejects.toThrow('a transaction is running');
    await database.write(async (tx) => {
      await tx.run(sql`create temporary table mine on commit drop as select 7 as id`);
      expect(await tx.lookup(sql`select id from mine`)).toEqual({ id: 7 });
    });
  });

  it('fails at once when Postgres goes down, and opens new connections when it is back', async () => {
    expect(await twice(21)).toBe(42);
    const underWay = Promise.allSettled([
      database.lookup(sql`select pg_sleep(30)`),
      database.lookup(sql`select pg_sleep(30)`),
    ]);
    await proxy.goAway();
    for (const answer of [...(await underWay), ...(await Promise.allSettled(numbers.map(twice)))]) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
    }
    await proxy.comeBack();
    expect(await Promise.all(numbers.map(twice))).toEqual(numbers.map((number) => number * 2));
  });
});
