import { sql, type Transaction } from '@app/database';
import { SHARDS } from '@app/events';
import { useDatabase } from '@app/testing';
import { RelayQueries } from './relay.queries.js';

/** More than Postgres takes for little, whatever it knows of the table. */
const WIDE = 20_000;
const NARROW = 2_000;
const LIMIT = 10;
/** By then the statement has a plan for any values. */
const TIMES = 8;

describe('While very many wide events wait', () => {
  const own = useDatabase('worker');
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
  let queries: RelayQueries;

  const append = (count: number, objectType: string, wide: boolean) =>
    own.db.many(
      `insert into learning.outbox (shard, portal_id, type, object_type, object_id, data, wide)
       select n % $1::int, 1, 'user.update', $2, n, '{}', $3 from generate_series(1, $4::int) n`,
      [SHARDS, objectType, wide, count],
    );

  const read = async (): Promise<number> => {
    const row = await own.db.one<{ n: string }>(
      `select (select sum(seq_tup_read) from pg_stat_user_tables where relname = 'outbox_todo')
            + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'outbox_todo') as n`,
    );
    return Number(row.n);
  };

  /** Rows of the outbox that each time reads. */
  const readEachTime = async (
    work: (tx: Transaction, shards: number[]) => Promise<unknown>,
  ): Promise<number> => {
    const before = await read();
    for (let time = 0; time < TIMES; time += 1)
      await own.database.write(async (tx) => {
        await work(tx, await queries.tryLock(tx, shards));
        await tx.many(sql`select pg_stat_force_next_flush()::text`);
      });
    return ((await read()) - before) / TIMES;
  };

  beforeAll(async () => {
    queries = new RelayQueries(own.database);
    await append(WIDE, 'lo', true);
    await append(NARROW, 'user', false);
  });

  describe.each([
    ['that Postgres has no statistics of', undefined],
    ['that it has', 'analyze learning.outbox_todo'],
  ])('in a table %s', (_, prepare) => {
    beforeAll(async () => {
      if (prepare) await own.db.many(prepare);
    });

    it('of those of single portals only what is taken is read', async () => {
      let taken = 0;
      const rows = await readEachTime(async (tx, free) => {
        taken = (await queries.batch(tx, free, { limit: LIMIT, without: [] })).length;
      });
      expect(taken).toBe(SHARDS * LIMIT);
      expect(rows).toBeLessThan(4 * taken);
    });

    it('of the oldest of them only the first of each shard', async () => {
      let oldest: unknown;
      const rows = await readEachTime(async (tx, free) => (oldest = await queries.wideEvent(tx, free)));
      expect(oldest).toMatchObject({ object_id: 1 });
      expect(rows).toBeLessThan(4 * SHARDS);
    });
  });
});
