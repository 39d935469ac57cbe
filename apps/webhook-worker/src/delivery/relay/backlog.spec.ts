import { sql, type Statement, type Transaction } from '@app/database';
import { SHARDS } from '@app/events';
import { useDatabase } from '@app/testing';
import { lockMailboxes } from './create-deliveries.queries.js';
import { findWideEvent, listPendingEvents, queueDeliveries, tryLockShards } from './relay.queries.js';

/** More than Postgres takes for little, whatever it knows of the table. */
const WIDE = 20_000;
const NARROW = 2_000;
const LIMIT = 10;
/** An owner with one wide event, behind all those of another. */
const OTHER = 2;
/** By then the statement has a plan for any values. */
const TIMES = 8;

/** Rows of the tables and results in a plan that were read and then matched nothing. */
const comparedInVain = (node: Record<string, unknown>): number =>
  Number(node['Rows Removed by Join Filter'] ?? 0) +
  Number(node['Rows Removed by Filter'] ?? 0) +
  ((node['Plans'] as Record<string, unknown>[] | undefined) ?? []).reduce(
    (sum, inner) => sum + comparedInVain(inner),
    0,
  );

describe('Events for many webhooks', () => {
  const harness = useDatabase('worker');
  const PORTALS = 200;

  it('are each compared only with the webhooks of their portal', async () => {
    await harness.db.many(sql`
      with portals as (
        insert into identity.portals (name, title) select 'p' || n, 'p'
          from generate_series(1, ${PORTALS}::int) n returning id),
      webhooks as (
        insert into learning.webhooks (portal_id, url, events)
        select id, 'http://127.0.0.1:9/', '{user.update}' from portals returning id, portal_id),
      mailboxes as (
        insert into learning.webhook_mailboxes (webhook_id, portal_id, last_seq) select id, portal_id, 5 from webhooks)
      insert into learning.outbox (shard, portal_id, type, object_type, object_id, data, wide)
      select 0, id, 'user.update', 'user', n, '{}', false from portals, generate_series(1, 4) n`);
    const plan = await harness.database.write(async (tx) => {
      const batch = await listPendingEvents(tx, [0], 4 * PORTALS);
      expect(batch).toHaveLength(4 * PORTALS);
      let delivering: Statement | undefined;
      const recordingReader = {
        many: (statement: Statement) => ((delivering = statement), Promise.resolve([])),
      };
      const webhooks = await lockMailboxes(
        tx,
        batch.map(({ portal_id }) => portal_id),
      );
      await queueDeliveries(recordingReader as unknown as Transaction, batch, webhooks);
      return tx.one<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }>(
        sql`explain (analyze, format json) ${delivering!}`.unprepared(),
      );
    });
    expect(comparedInVain(plan!['QUERY PLAN'][0].Plan)).toBe(0);
    const sequences = await harness.db.many(sql`
      select webhook_id, array_agg(seq::int order by seq) as seqs, array_agg(object_key order by seq) as keys
        from learning.webhook_deliveries group by webhook_id`);
    expect(sequences).toHaveLength(PORTALS);
    for (const { seqs, keys } of sequences)
      expect([seqs, keys]).toEqual([
        [6, 7, 8, 9],
        ['user:1', 'user:2', 'user:3', 'user:4'],
      ]);
  });
});

describe('While very many wide events wait', () => {
  const harness = useDatabase('worker');
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard);

  const append = (count: number, objectType: string, wide: boolean, portalId = 1) =>
    harness.db.many(sql`
      insert into learning.outbox (shard, portal_id, type, object_type, object_id, data, wide)
      select n % ${SHARDS}::int, ${portalId}::int, 'user.update', ${objectType}, n, '{}', ${wide}
        from generate_series(1, ${count}::int) n`);

  const read = async (): Promise<number> => {
    const row = await harness.db.one<{ n: string }>(sql`
      select (select sum(seq_tup_read) from pg_stat_user_tables where relname = 'outbox_pending')
           + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'outbox_pending') as n`);
    return Number(row.n);
  };

  /** Rows of the outbox that each time reads. */
  const readEachTime = async (
    work: (tx: Transaction, shards: number[]) => Promise<unknown>,
  ): Promise<number> => {
    const before = await read();
    for (let time = 0; time < TIMES; time += 1)
      await harness.database.write(async (tx) => {
        await work(tx, await tryLockShards(tx, shards));
        await tx.many(sql`select pg_stat_force_next_flush()::text`);
      });
    return ((await read()) - before) / TIMES;
  };

  beforeAll(async () => {
    await append(WIDE, 'lo', true);
    await append(NARROW, 'user', false);
    await append(1, 'enrollment', true, OTHER);
  });

  describe.each([
    ['that Postgres has no statistics of', undefined],
    ['that it has', 'analyze learning.outbox_pending'],
  ])('in a table %s', (_, prepare) => {
    beforeAll(async () => {
      if (prepare) await harness.db.many(sql`${sql.raw(prepare)}`);
    });

    it('reads only as many events of single portals as a batch holds', async () => {
      let takenCount = 0;
      const rows = await readEachTime(async (tx, free) => {
        takenCount = (await listPendingEvents(tx, free, LIMIT)).length;
      });
      expect(takenCount).toBe(SHARDS * LIMIT);
      expect(rows).toBeLessThan(4 * takenCount);
    });

    it.each([
      ['oldest of them', 0, 1],
      ['oldest of the owner whose turn it is', 1, OTHER],
    ])('of the %s only the first of each shard', async (_what, after, portal_id) => {
      let oldest: unknown;
      const rows = await readEachTime(async (tx, free) => (oldest = await findWideEvent(tx, free, after)));
      expect(oldest).toMatchObject({ portal_id, object_id: 1 });
      expect(rows).toBeLessThan(4 * SHARDS);
    });
  });
});
