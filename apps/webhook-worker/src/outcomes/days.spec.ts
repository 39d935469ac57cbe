import { useDatabase } from '@app/testing';
import pino from 'pino';
import { WorkerMetrics } from '../metrics/index.js';
import type { Outcome } from './outcome.js';
import { OutcomeWriter } from './outcome-writer.js';
import { OutcomesQueries } from './outcomes.queries.js';

describe('outcomes of two days that end together', () => {
  const own = useDatabase('worker');

  it('are all stored, each with its delivery', async () => {
    const rows = await own.db.many<{ created_on: string; seq: number }>(
      `insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at)
       select (now() at time zone 'utc')::date - n % 2, 1, n, n, 'user.update', 'user:' || n, now()
         from generate_series(1, 500) n order by n
       returning created_on::text, seq::int`,
    );
    const writer = new OutcomeWriter(
      new OutcomesQueries(own.database),
      new WorkerMetrics(),
      pino({ enabled: false }),
    );
    const outcomeOf = ({ created_on, seq }: (typeof rows)[number]): Outcome => ({
      delivery: { created_on, webhook_id: 1, seq, object_key: `user:${seq}`, redeliveries: 0 },
      number: 1,
      durationMs: seq,
      status: seq % 3 === 0 ? 500 : 200,
      error: seq % 3 === 0 ? 'it said "no", \\' : null,
      response: null,
      probe: false,
      counts: true,
      result: seq % 3 === 0 ? 'waiting' : 'delivered',
      ...(seq % 3 === 0 && { nextInMs: 5_000.5 }),
    });
    await Promise.all(rows.map((row) => writer.add(outcomeOf(row))));
    const stored = await own.db.many(
      `select d.created_on::text, d.seq::int, d.state, d.tries, d.next_at > now() as later, a.status, a.error, a.duration_ms
         from learning.webhook_deliveries d join learning.webhook_attempts a using (created_on, webhook_id, seq)
        order by d.seq`,
    );
    expect(stored).toEqual(
      rows.map(({ created_on, seq }) => {
        const isRefused = seq % 3 === 0;
        return {
          created_on,
          seq,
          state: isRefused ? 0 : 1,
          tries: 1,
          later: isRefused,
          status: isRefused ? 500 : 200,
          error: isRefused ? 'it said "no", \\' : null,
          duration_ms: seq,
        };
      }),
    );
  });
});
