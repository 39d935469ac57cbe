import { shardOf } from '@app/events';
import type { HttpApp } from '@app/http';
import { TaskRunner } from '@app/scheduled-tasks';
import { pino } from 'pino';
import { fastifyOf, useDelivery } from '../../test/delivery-harness.js';
import { answering } from '../../test/receiver.js';

describe('GET /metrics', () => {
  const stack = useDelivery();
  let worker: HttpApp;
  beforeAll(async () => {
    worker = await stack.startWorker();
  });

  /** Value of a sample, such as `webhook_parked` or `webhook_attempts_total{result="failed",reason="5xx"}`. */
  async function metric(sample: string): Promise<number> {
    const { body } = await fastifyOf(worker).inject({ url: '/metrics' });
    const line = body.split('\n').find((each) => each.startsWith(`${sample} `));
    return Number(line?.slice(sample.length + 1) ?? 0);
  }
  const outcome = (result: string, reason: string) =>
    metric(`webhook_attempts_total{result="${result}",reason="${reason}"}`);

  it('counts attempts by result and reason, and the time they took', async () => {
    const good = await stack.webhook();
    const bad = await stack.webhook({ behave: answering(503) });
    const gone = await stack.webhook({ url: 'http://127.0.0.1:1/hook' });
    const before = await metric('webhook_attempt_seconds_count');
    for (const { portalId } of [good, good, bad, gone]) await stack.fire(portalId, 1);
    await stack.delivered(good.id, 2);
    for (const { id } of [bad, gone]) {
      await stack.eventually(
        () => stack.attempts(id),
        (all) => all.length === 1,
      );
    }
    expect(await outcome('delivered', '2xx')).toBe(2);
    expect(await outcome('failed', '5xx')).toBe(1);
    expect(await outcome('failed', 'connection_failed')).toBe(1);
    expect((await metric('webhook_attempt_seconds_count')) - before).toBe(4);
    expect(await metric('webhook_event_to_delivery_seconds_count')).toBe(2);
    expect(await metric('webhook_events_relayed_total')).toBe(4);
  });

  it('counts a repeat: answered with success a second time', async () => {
    expect(await metric('webhook_repeats_total')).toBe(0);
    const { id, portalId } = await stack.webhook({
      behave: (_received, answer) => {
        // like another worker's outcome that was stored while this one's request was in flight
        void stack.db
          .many('update learning.webhook_deliveries set state = 1 where webhook_id = $1', [id])
          .then(() => answer.end());
      },
    });
    await stack.fire(portalId, 1);
    await stack.eventually(
      () => metric('webhook_repeats_total'),
      (repeats) => repeats === 1,
    );
  });

  it('shows how long and how many events have been waiting for a relay', async () => {
    const { portalId, receiver } = await stack.webhook();
    const release = await stack.holdShard(shardOf('user', 9));
    await stack.fire(portalId, 9);
    await stack.fire(portalId, 9);
    await stack.db.many(
      `update learning.outbox_todo set fired_at = now() - interval '90 seconds' where portal_id = $1`,
      [portalId],
    );
    expect(await metric('webhook_outbox_waiting')).toBe(2);
    const lag = await metric('webhook_outbox_lag_seconds');
    expect(lag).toBeGreaterThanOrEqual(90);
    expect(lag).toBeLessThan(120);
    await release();
    await receiver.count(2);
    await stack.eventually(
      () => metric('webhook_outbox_waiting'),
      (waiting) => waiting === 0,
    );
    expect(await metric('webhook_outbox_lag_seconds')).toBe(0);
  });

  it('shows how late the latest mailbox is', async () => {
    const { id } = await stack.webhook();
    expect(await metric('webhook_oldest_due_seconds')).toBeLessThan(5);
    // due, and held by a worker that has died
    await stack.db.many(
      `update learning.webhook_mailboxes set next_due = now() - interval '45 seconds', lease_token = gen_random_uuid(),
              lease_until = now() + interval '1 minute' where webhook_id = $1`,
      [id],
    );
    const late = await metric('webhook_oldest_due_seconds');
    expect(late).toBeGreaterThanOrEqual(45);
    expect(late).toBeLessThan(75);
  });

  it('counts the webhooks that are parked, disabled and paused', async () => {
    for (const [state, count] of [
      [1, 3],
      [2, 2],
      [3, 1],
    ] as const) {
      for (let i = 0; i < count; i += 1) {
        const { id } = await stack.webhook();
        await stack.db.many('update learning.webhook_mailboxes set state = $2 where webhook_id = $1', [
          id,
          state,
        ]);
      }
    }
    expect(await metric('webhook_parked')).toBe(3);
    expect(await metric('webhook_disabled')).toBe(2);
    expect(await metric('webhook_paused')).toBe(1);
  });

  it('counts failures of scheduled tasks by name', async () => {
    const sample = 'scheduled_task_failures_total{task="send-mails"}';
    const before = await metric(sample);
    const failing = () => Promise.reject(new Error('no'));
    await new TaskRunner('send-mails', failing, pino({ level: 'silent' })).wake();
    expect(await metric(sample)).toBe(before + 1);
  });
});
