import { Unavailable } from '@app/kernel';
import { useDatabase } from '@app/testing';
import { isLockedOut, isRowLocked, openDatabase, sql, type Database } from '../index.js';

describe('a statement that Postgres gives up on', () => {
  const harness = useDatabase();
  let hasty: Database;
  beforeAll(async () => {
    await harness.db.many(sql`
      create table public.counters (id int primary key, value int not null default 0)`);
    await harness.db.many(sql`insert into public.counters (id) values (1)`);
    hasty = await openDatabase({
      url: harness.urls.owner,
      applicationName: 'hasty',
      poolSize: 1,
      statementTimeoutMs: 300,
    });
  });
  afterAll(() => hasty.dataSource.destroy());

  const count = sql`update public.counters set value = value + 1 where id = 1`;

  it.each<[code: string, ask: () => Promise<unknown>]>([
    ['57014', () => hasty.many(sql`select * from public.counters for update`)],
    ['57014', () => hasty.write((tx) => tx.run(count))],
    [
      '55P03',
      () =>
        hasty.write(async (tx) => {
          await tx.run(sql`set local lock_timeout = 50`);
          await tx.run(count);
        }),
    ],
  ])(
    'is Unavailable while another transaction holds the lock (%s), and works again afterwards',
    async (code, ask) => {
      const holder = await harness.db.connect();
      await holder.query(`begin; ${count.text}`);
      const refused = await ask().catch((error: unknown) => error);
      await holder.query('rollback');
      holder.release();
      expect(refused).toBeInstanceOf(Unavailable);
      expect(refused).toMatchObject({ status: 503, code, cause: { code } });
      await ask();
    },
  );

  it.each([
    ['row', count.text, [true, false]],
    ['table', 'lock table public.counters', [false, true]],
  ])('reports whether a lock of a %s was the cause', async (_what, lock, expected) => {
    const holder = await harness.db.connect();
    await holder.query(`begin; ${lock}`);
    const refused = await hasty
      .write(async (tx) => {
        await tx.run(sql`set local lock_timeout = 50`);
        await tx.run(count);
      })
      .catch((error: unknown) => error);
    await holder.query('rollback');
    holder.release();
    expect([isRowLocked(refused), isLockedOut(refused)]).toEqual(expected);
  });

  it('is Unavailable when a transaction fails against others on every attempt', async () => {
    let tries = 0;
    const refused = await hasty
      .write(async (tx) => {
        tries += 1;
        await tx.run(sql`set transaction isolation level repeatable read`);
        await tx.one(sql`select value from public.counters`);
        await harness.db.many(count);
        await tx.run(count);
      })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Unavailable);
    expect(refused).toMatchObject({ code: '40001' });
    expect(tries).toBe(3);
  });
});
