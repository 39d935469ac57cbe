import { openDatabase, sql } from '@app/database';
import { describeUnpooled, useDatabase } from '@app/testing';
import type { DeliveryOutcome } from './outcome.js';
import { saveOutcomes } from './outcomes.queries.js';

interface Row {
  created_on: string;
  seq: number;
}

describe('outcomes', () => {
  const harness = useDatabase('worker');

  const deliveries = (webhook: number, count: number) =>
    harness.db.many<Row>(sql`
      insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at)
      select (now() at time zone 'utc')::date - n % 2, ${webhook}, n, n, 'user.update', 'user:' || n, now()
        from generate_series(1, ${count}::int) n order by n
      returning created_on::text, seq::int`);
  const refused = 'it said "no", \\';
  const isRefused = (seq: number): boolean => seq % 3 === 0;
  const outcome = (webhook: number, { created_on, seq }: Row): DeliveryOutcome => ({
    delivery: { created_on, webhook_id: webhook, seq, object_key: `user:${seq}`, redeliveries: 0 },
    number: 1,
    durationMs: seq,
    status: isRefused(seq) ? 500 : 200,
    error: isRefused(seq) ? refused : null,
    errorReason: isRefused(seq) ? 'receiver.example' : null,
    response: null,
    probe: false,
    counts: true,
    result: isRefused(seq) ? 'waiting' : 'delivered',
    ...(isRefused(seq) && { nextInMs: 5_000.5 }),
  });

  it('of several days are stored together, each with its delivery', async () => {
    const rows = await deliveries(1, 200);
    await saveOutcomes(
      harness.database,
      rows.map((row) => outcome(1, row)),
    );
    const stored = await harness.db.many(sql`
      select d.created_on::text, d.seq::int, d.state, d.tries, d.next_at > now() as later, a.status, a.error,
             a.error_reason, a.duration_ms
        from learning.webhook_deliveries d join learning.webhook_attempts a using (created_on, webhook_id, seq)
       where d.webhook_id = 1 order by d.seq`);
    expect(stored).toEqual(
      rows.map(({ created_on, seq }) => ({
        created_on,
        seq,
        state: isRefused(seq) ? 0 : 1,
        tries: 1,
        later: isRefused(seq),
        status: isRefused(seq) ? 500 : 200,
        error: isRefused(seq) ? refused : null,
        error_reason: isRefused(seq) ? 'receiver.example' : null,
        duration_ms: seq,
      })),
    );
  });

  // a pooler does not pass on what connections of the worker ask for (ADR 27)
  describeUnpooled('on connections as the worker has them', () => {
    it('are stored without reading the other deliveries of the day', async () => {
      const rows = await deliveries(2, 5_000);
      const database = await openDatabase({
        url: harness.urls.worker,
        applicationName: 'test',
        poolSize: 1,
        forcesIndexPlans: true,
      });
      const read = async (): Promise<number> => {
        await database.one(sql`select pg_stat_force_next_flush()::text as flushed`);
        const row = await harness.db.one<{ n: string }>(sql`
          select (select sum(seq_tup_read) from pg_stat_user_tables where relname ~ '^webhook_deliveries')
               + (select sum(idx_tup_read) from pg_stat_user_indexes where relname ~ '^webhook_deliveries') as n`);
        return Number(row.n);
      };
      try {
        const before = await read();
        for (let start = 0; start < 800; start += 100)
          await saveOutcomes(
            database,
            rows.slice(start, start + 100).map((row) => outcome(2, row)),
          );
        expect((await read()) - before).toBeLessThan(2 * 800);
      } finally {
        await database.dataSource.destroy();
      }
    });
  });
});
