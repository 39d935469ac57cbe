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
  const readEachTime = async (work: (tx: Transaction) => Promise<unknown>): Promise<number> => {
    const before = await read();
    for (let time = 0; time < TIMES; time += 1)
      await own.database.write(async (tx) => {
        await work(tx);
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

    it('those of single portals are found by reading nothing again and again', async () => {
      const batch = (tx: Transaction) => queries.batch(tx, shards, { limit: LIMIT, without: [] });
      expect(await own.database.write(batch)).toHaveLength(SHARDS * LIMIT);
      expect(await readEachTime(batch)).toBeLessThan(2 * (WIDE + NARROW));
    });

    it('so is the oldest of them', async () => {
      const oldest = (tx: Transaction) => queries.wideEvent(tx, shards);
      expect(await own.database.write(oldest)).toMatchObject({ object_id: 1 });
      expect(await readEachTime(oldest)).toBeLessThan(2 * (WIDE + NARROW));
    });
  });
});
