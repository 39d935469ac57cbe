import { sql } from '@app/database';
import { chooseShard } from '@app/events';
import type { HttpApp } from '@app/http';
import { MetricsListener } from '@app/metrics';
import { CatalogueIndexer } from '@app/opensearch';
import { TaskRunner } from '@app/scheduled-tasks';
import { pino } from 'pino';
import { useDelivery } from '../../../test/delivery-harness.js';
import { answering } from '../../../test/receiver.js';
import { BacklogQueries } from './backlog.queries.js';

/** Starts a watch. @returns reads it: seconds, one more than have passed because figures are rounded */
function secondsSince(): () => number {
  const began = performance.now();
  return () => (performance.now() - began) / 1000 + 1;
}

describe('The metrics of the worker', () => {
  const stack = useDelivery();
  let worker: HttpApp;
  beforeAll(async () => {
    worker = await stack.startWorker({ backlogFreshMs: 0 });
  });

  /** The value of a sample, such as `webhook_parked` or `webhook_attempts_total{result="failed",reason="5xx"}`. */
  async function metric(sample: string): Promise<number> {
    const text = await worker.app.get(MetricsListener).text();
    const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
    return Number(line?.slice(sample.length + 1) ?? 0);
  }
  const outcome = (result: string, reason: string) =>
    metric(`webhook_attempts_total{result="${result}",reason="${reason}"}`);

  it('counts attempts by result and reason, and the time they took', async () => {
    const good = await stack.webhook();
    const bad = await stack.webhook({ behave: answering(503) });
    const gone = await stack.webhook({ url: 'http://127.0.0.1:1/hook' });
    // the process counts, and tests of other files may have run in it
    const counted = () =>
      Promise.all([
        outcome('delivered', '2xx'),
        outcome('failed', '5xx'),
        outcome('failed', 'connection_failed'),
        metric('webhook_attempt_seconds_count'),
        metric('webhook_event_to_delivery_seconds_count'),
        metric('webhook_events_relayed_total'),
      ]);
    const before = await counted();
    for (const { portalId } of [good, good, bad, gone]) await stack.fire(portalId, 1);
    await stack.delivered(good.id, 2);
    for (const { id } of [bad, gone]) {
      await stack.eventually(
        () => stack.attempts(id),
        (all) => all.length === 1,
      );
    }
    const after = await counted();
    expect(after.map((value, index) => value - before[index]!)).toEqual([2, 1, 1, 4, 2, 4]);
  });

  it('counts a repeat: a delivery that succeeded twice', async () => {
    const before = await metric('webhook_repeats_total');
    const { id, portalId } = await stack.webhook({
      behave: (_received, answer) => {
        // like another worker's outcome stored while this one's request was in flight
        void stack.db
          .many(sql`
          update learning.webhook_deliveries set state = 1 where webhook_id = ${id}`)
          .then(() => answer.end());
      },
    });
    await stack.fire(portalId, 1);
    await stack.eventually(
      () => metric('webhook_repeats_total'),
      (repeats) => repeats === before + 1,
    );
  });

  it('shows how long and how many events have been waiting for a relay', async () => {
    const { portalId, receiver } = await stack.webhook();
    const release = await stack.lockShard(chooseShard('user', 9));
    await stack.fire(portalId, 9);
    await stack.fire(portalId, 9);
    const since = secondsSince();
    await stack.db.many(sql`
      update learning.outbox_pending set fired_at = now() - interval '90 seconds'
       where portal_id = ${portalId}`);
    expect(await metric('webhook_outbox_waiting')).toBe(2);
    const lag = await metric('webhook_outbox_lag_seconds');
    expect(lag).toBeGreaterThanOrEqual(90);
    expect(lag).toBeLessThanOrEqual(90 + since());
    await release();
    await receiver.count(2);
    await stack.eventually(
      () => metric('webhook_outbox_waiting'),
      (waiting) => waiting === 0,
    );
    expect(await metric('webhook_outbox_lag_seconds')).toBe(0);
  });

  it('shows how late the most overdue mailbox is', async () => {
    const since = secondsSince();
    const { id } = await stack.webhook();
    expect(await metric('webhook_oldest_due_seconds')).toBeLessThanOrEqual(since());
    const sinceUpdate = secondsSince();
    // due, and held by a worker that has died
    await stack.db.many(sql`
      update learning.webhook_mailboxes set next_due = now() - interval '45 seconds', lease_token = gen_random_uuid(),
             lease_until = now() + interval '1 minute' where webhook_id = ${id}`);
    const late = await metric('webhook_oldest_due_seconds');
    expect(late).toBeGreaterThanOrEqual(45);
    expect(late).toBeLessThanOrEqual(45 + sinceUpdate());
  });

  it('counts the webhooks that are parked, disabled and paused', async () => {
    for (const [state, count] of [
      [1, 3],
      [2, 2],
      [3, 1],
    ] as const) {
      for (let i = 0; i < count; i += 1) {
        const { id } = await stack.webhook();
        await stack.db.many(sql`
          update learning.webhook_mailboxes set state = ${state} where webhook_id = ${id}`);
      }
    }
    expect(await metric('webhook_parked')).toBe(3);
    expect(await metric('webhook_disabled')).toBe(2);
    expect(await metric('webhook_paused')).toBe(1);
  });

  it('shows how many mails and payments wait, and for how long', async () => {
    const since = secondsSince();
    await stack.db.many(sql`
      insert into identity.mails (recipient, template, created_time, next_try_time)
      values ('a@b.example', 'login', now() - interval '2 hours', now() + interval '1 hour')`);
    await stack.db.many(sql`
      insert into identity.payments (reference, amount, currency, state, created_time, next_try_time)
      values (gen_random_uuid(), 1, 'EUR', 'capture', now() - interval '1 hour', now() + interval '1 hour')`);
    expect(await metric('mails_waiting')).toBe(1);
    const mails = await metric('mails_oldest_waiting_seconds');
    expect(mails).toBeGreaterThanOrEqual(7_200);
    expect(mails).toBeLessThanOrEqual(7_200 + since());
    expect(await metric('payments_waiting')).toBe(1);
    const payments = await metric('payments_oldest_waiting_seconds');
    expect(payments).toBeGreaterThanOrEqual(3_600);
    expect(payments).toBeLessThanOrEqual(3_600 + since());
  });

  it('queries Postgres once for all scrapes within ten seconds', async () => {
    const other = await stack.startWorker();
    const read = jest.spyOn(other.app.get(BacklogQueries), 'read');
    const listener = other.app.get(MetricsListener);
    await Promise.all([listener.text(), listener.text()]);
    await listener.text();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('counts failures of scheduled tasks by name', async () => {
    const sample = 'scheduled_task_failures_total{task="send-mails"}';
    const before = await metric(sample);
    const failing = () => Promise.reject(new Error('no'));
    await new TaskRunner('send-mails', failing, pino({ level: 'silent' })).wake();
    expect(await metric(sample)).toBe(before + 1);
  });
});

describe('The metrics of a worker that writes the search index', () => {
  const stack = useDelivery(async () => ({
    SEARCH_ENGINE: 'opensearch',
    OPENSEARCH_URLS: ['http://127.0.0.1:1'],
  }));
  afterEach(() => jest.restoreAllMocks());

  it('show how many changes the index does not contain, and for how long', async () => {
    jest.spyOn(CatalogueIndexer.prototype, 'step').mockResolvedValue('done');
    await stack.db.many(sql`
      insert into learning.search_index (name) values ('an index follows the changes')`);
    await stack.db.many(sql`
      insert into learning.search_changes (lo_id, noted_time)
      select n, now() - interval '90 seconds' from generate_series(1, 3) n`);
    const worker = await stack.startWorker();
    const text = await worker.app.get(MetricsListener).text();
    expect(text).toMatch(/^search_changes_waiting 3$/m);
    expect(Number(/^search_index_behind_seconds (\S+)$/m.exec(text)![1])).toBeGreaterThanOrEqual(90);
  });
});
