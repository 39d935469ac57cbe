import { sql } from '@app/database';
import { Webhook } from 'standardwebhooks';
import { createHmac } from 'node:crypto';
import { record, type OpenSpan, type SpanOptions, type Traceparent } from '@app/tracing';
import { useDeliveryWorker } from '../../test/delivery-harness.js';
import { Receiver, answering } from '../../test/receiver.js';

const stack = useDeliveryWorker();

describe('the path of an event', () => {
  it('leads to its portal’s subscribed webhook', async () => {
    const { id, portalId, receiver } = await stack.webhook();
    await stack.fire(portalId, 7, { id: 7, name: 'Zoë' });
    const [first] = await receiver.count(1);
    expect(first!.event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'user.update',
      fired_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
      portal_id: portalId,
      sequence: 1,
      data: { id: 7, name: 'Zoë' },
    });
    const [delivery] = await stack.delivered(id, 1);
    expect(delivery).toMatchObject({ state: 1, tries: 1, attempts: 1, delivered_time: expect.any(Date) });
    expect((await receiver.count(1))[0]!.headers).toMatchObject({ accept: '*/*' });
    expect(await stack.attempts(id)).toEqual([
      expect.objectContaining({ number: 1, status: 200, error: null, response: 'ok', probe: false }),
    ]);
    const mailbox = await stack.idle(id);
    expect(mailbox).toMatchObject({ next_due: null, last_success_time: expect.any(Date) });
  });

  it('leads to no webhook that is unsubscribed, disabled, or in another portal', async () => {
    const { portalId, receiver } = await stack.webhook();
    const unsubscribed = await stack.webhook({ portalId, events: ['user.create', 'lo.update'] });
    const disabled = await stack.webhook({ portalId });
    await stack.db.many(sql`update learning.webhooks set enabled = false where id = ${disabled.id}`);
    const stranger = await stack.webhook();
    await stack.fire(portalId, 7);
    await receiver.count(1);
    for (const each of [unsubscribed, disabled, stranger]) {
      expect(await stack.deliveries(each.id)).toEqual([]);
      expect(each.receiver.received).toEqual([]);
    }
  });

  it('reads subscriptions when the event is queued (contract 5.4)', async () => {
    const { id, portalId, receiver } = await stack.webhook({ events: [] });
    await stack.fire(portalId, 1);
    await stack.eventually(
      () => stack.db.many(sql`select 1 from learning.outbox where portal_id = ${portalId}`),
      (rows) => rows.length === 0,
    );
    await stack.db.many(sql`update learning.webhooks set events = '{user.update}' where id = ${id}`);
    await stack.fire(portalId, 2);
    const [first] = await receiver.count(1);
    expect(first!.event).toMatchObject({ sequence: 1 });
    expect(await stack.deliveries(id)).toHaveLength(1);
  });

  it('numbers deliveries 1, 2, 3 ... for each webhook, with the same event id for those of one portal', async () => {
    const portalId = await stack.portal();
    const webhooks = await Promise.all([1, 2, 3].map(() => stack.webhook({ portalId })));
    await Promise.all(Array.from({ length: 60 }, (_, i) => stack.fire(portalId, i, { i })));
    for (const { receiver } of webhooks) {
      const received = await receiver.count(60);
      const sequences = received.map(({ event }) => event.sequence!).sort((a, b) => a - b);
      expect(sequences).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    }
    const ids = webhooks.map(({ receiver }) => new Set(receiver.received.map(({ event }) => event.id)));
    expect([...ids[0]!].sort()).toEqual([...ids[1]!].sort());
  });

  it('shows receivers of several portals different ids for one wide event', async () => {
    const [a, b, outside] = await Promise.all([stack.webhook(), stack.webhook(), stack.webhook()]);
    await stack.fire(
      a.portalId,
      5,
      { id: 5 },
      {
        type: 'lo.delete',
        objectType: 'lo',
        audience: [a.portalId, b.portalId],
      },
    );
    const [toA] = await a.receiver.count(1);
    const [toB] = await b.receiver.count(1);
    expect([toA!.event.portal_id, toB!.event.portal_id]).toEqual([a.portalId, b.portalId]);
    expect(toA!.event.id).not.toBe(toB!.event.id);
    expect(await stack.deliveries(outside.id)).toEqual([]);
  });
});

describe('a slow endpoint', () => {
  it('moves to the slow lane and does not delay other webhooks of its portal', async () => {
    const portalId = await stack.portal();
    const hanging = await stack.webhook({ portalId, behave: () => undefined });
    const slow = await stack.webhook({
      portalId,
      behave: (_r, answer) => void setTimeout(() => answer.end(), 200),
    });
    const healthy = await stack.webhook({ portalId, receiver: await Receiver.start() });
    for (let i = 0; i < 20; i += 1) await stack.fire(portalId, i);
    await healthy.receiver.count(20);
    await slow.receiver.count(20);
    await stack.mailboxOnce(slow.id, (m) => Number(m['p95_ms']) >= 200);
    expect(hanging.receiver.received.length).toBeLessThanOrEqual(10);
  });
});

describe('an event that fails', () => {
  it('is retried after about five seconds, with the same bytes and a new signature time', async () => {
    const { id, portalId, receiver } = await stack.webhook({ behave: answering(500) });
    const began = Date.now();
    await stack.fire(portalId, 7, { '3': 'c', '1': 'a' });
    await receiver.count(1);
    const [waiting] = await stack.deliveriesOnce(id, ([d]) => d?.['tries'] === 1);
    const next = (waiting!['next_at'] as Date).getTime();
    expect(next - began).toBeGreaterThan(3_500);
    expect(next - Date.now()).toBeLessThan(6_500);
    receiver.behave = answering(200);
    await stack.age(id, '1 minute');
    const [first, second] = await receiver.count(2);
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    await stack.delivered(id, 1);
    expect(await stack.attempts(id)).toMatchObject([
      { number: 1, status: 500 },
      { number: 2, status: 200 },
    ]);
  });

  it('delays later events of its object and no others', async () => {
    const { id, portalId, receiver } = await stack.webhook({
      behave: ({ event }, answer) => answer.writeHead(event.data['fail'] ? 500 : 200).end(),
    });
    await stack.fire(portalId, 1, { n: 1, fail: true });
    await receiver.count(1);
    for (const n of [2, 3]) await stack.fire(portalId, 1, { n });
    await stack.fire(portalId, 2, { n: 4 });
    const upTo4 = await receiver.until((all) => all.some(({ event }) => event.data['n'] === 4));
    expect(upTo4.map(({ event }) => event.data['n'])).toEqual([1, 4]);
    await stack.mailboxOnce(id, ({ lease_token, next_due }) => lease_token === null && next_due !== null);
    receiver.behave = answering(200);
    await stack.age(id, '1 minute');
    const all = await receiver.count(5);
    expect(all.slice(2).map(({ event }) => event.data['n'])).toEqual([1, 2, 3]);
  });

  it('fails after ten attempts, and then the next event of its object is sent', async () => {
    const { id, portalId, receiver } = await stack.webhook({
      behave: ({ event }, answer) => answer.writeHead(event.data['fail'] ? 500 : 200).end(),
    });
    await stack.fire(portalId, 1, { n: 1, fail: true });
    await receiver.count(1);
    await stack.deliveriesOnce(id, ([d]) => d?.['tries'] === 1);
    // as if nine attempts had been made, with successes of other objects in between
    await stack.db.many(sql`
      update learning.webhook_deliveries set tries = 9, round_tries = 9, attempts = 9
       where webhook_id = ${id}`);
    await stack.fire(portalId, 1, { n: 2 });
    await stack.age(id, '1 minute');
    await receiver.until((all) => all.some(({ event }) => event.data['n'] === 2));
    const deliveries = await stack.deliveriesOnce(id, ([, d]) => d?.['state'] === 1);
    expect(deliveries).toMatchObject([
      { state: 2, tries: 10 },
      { state: 1, tries: 1 },
    ]);
  });

  it('postpones the webhook’s next attempt by the Retry-After of a 429', async () => {
    const { id, portalId, receiver } = await stack.webhook({
      behave: answering(429, { 'retry-after': '600' }),
    });
    const began = Date.now();
    await stack.fire(portalId, 1);
    await receiver.count(1);
    const mailbox = await stack.mailboxOnce(id, (m) => m['hold_until'] !== null);
    await stack.fire(portalId, 2);
    await stack.deliveriesOnce(id, (all) => all.length === 2);
    const { next_due } = await stack.mailbox(id);
    for (const time of [mailbox['hold_until'], next_due] as Date[]) {
      expect(time.getTime() - began).toBeGreaterThan(590_000);
      expect(time.getTime() - Date.now()).toBeLessThan(610_000);
    }
    expect(receiver.received).toHaveLength(1);
    receiver.behave = answering(200);
    await stack.age(id, '11 minutes');
    await receiver.count(3);
  });
});

describe('a secret rotation', () => {
  it('signs with the old, both, and the new secret: before, during and after', async () => {
    const { id, portalId, receiver, secret: old } = await stack.webhook();
    const fresh = 'a plain secret of the partner';
    await stack.fire(portalId, 1);
    const [before] = await receiver.count(1);
    await stack.rotate(id, fresh);
    await stack.fire(portalId, 2);
    const during = (await receiver.count(2))[1]!;
    await stack.db.many(sql`update learning.webhooks set previous_secret_until = now() where id = ${id}`);
    await stack.fire(portalId, 3);
    const after = (await receiver.count(3))[2]!;

    const accepts = (secret: string, { body, headers }: typeof during) => {
      const webhook = secret.startsWith('whsec_')
        ? new Webhook(secret)
        : new Webhook(secret, { format: 'raw' });
      try {
        webhook.verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    expect([before!, during, after].map((each) => [accepts(old, each), accepts(fresh, each)])).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
    const [t, first, second] = String(during.headers['x-webhook-signature']).split(',');
    const digest = (secret: string) =>
      `v1=${createHmac('sha256', secret)
        .update(`${t!.slice(2)}.${during.body}`)
        .digest('hex')}`;
    expect([first, second]).toEqual([digest(old), digest(fresh)]);
  });
});

describe('test deliveries', () => {
  it('are sent once, signed, without a sequence, and never count for parking', async () => {
    const { id, portalId, receiver, secret } = await stack.webhook({
      behave: answering(307, { location: 'https://www.partner.example/hook' }),
    });
    for (let i = 0; i < 6; i += 1) {
      await stack.db.many(sql`
        insert into learning.webhook_test_deliveries (webhook_id, after_seq, data)
        values (${id}, 0, '{"n":1}')`);
    }
    const received = await receiver.count(6);
    const [{ body, headers, event }] = received as [(typeof received)[0]];
    expect(event).toMatchObject({ type: 'webhook.test', portal_id: portalId, data: { n: 1 } });
    expect(event).not.toHaveProperty('sequence');
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    const tests = await stack.eventually(
      () =>
        stack.db.many(sql`
          select state, attempts from learning.webhook_test_deliveries where webhook_id = ${id}`),
      (all) => all.every(({ state }) => state === 2),
    );
    expect(tests).toEqual(Array(6).fill({ state: 2, attempts: 1 }));
    expect(await stack.attempts(id)).toMatchObject(Array(6).fill({ error_reason: 'www.partner.example' }));
    expect(await stack.mailbox(id)).toMatchObject({ state: 0, failures_in_row: 0, last_seq: 0 });
  });
});

const change = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` as Traceparent;
const ours = `00-${'a'.repeat(32)}-${'c'.repeat(16)}-01` as Traceparent;

describe('the trace of a change', () => {
  const begun: { name: string; options: SpanOptions }[] = [];
  /** Whether a request is being traced. */
  let isRunning = true;
  beforeAll(() => {
    record({
      start(name, options): OpenSpan {
        begun.push({ name, options });
        const nothing = () => undefined;
        return {
          traceId: 'a'.repeat(32),
          traceparent: ours,
          set: nothing,
          fail: nothing,
          end: nothing,
          run: (work) => work(),
        };
      },
      running: () => (isRunning ? { traceId: 'a'.repeat(32), traceparent: change } : undefined),
      close: () => Promise.resolve(),
    });
  });
  afterAll(() => record(undefined));

  const deliveries = (webhookId: number) =>
    begun.filter(
      ({ name, options }) => name === 'deliver webhook' && options.attributes?.['webhook.id'] === webhookId,
    );

  it('is sent to receivers of the same portal, not to those of other portals', async () => {
    const ownWebhook = await stack.webhook();
    const other = await stack.webhook();
    await stack.fire(ownWebhook.portalId, 1);
    await stack.fire(ownWebhook.portalId, 1, {}, { audience: [other.portalId] });
    await stack.delivered(ownWebhook.id, 1);
    await stack.delivered(other.id, 1);
    expect(ownWebhook.receiver.received[0]!.headers['traceparent']).toBe(ours);
    expect(other.receiver.received[0]!.headers).not.toHaveProperty('traceparent');
    for (const { id } of [ownWebhook, other]) expect(deliveries(id)[0]!.options.parent).toBe(change);
  });

  it('is new if the change had none', async () => {
    const webhook = await stack.webhook();
    isRunning = false;
    await stack.fire(webhook.portalId, 1);
    isRunning = true;
    await stack.delivered(webhook.id, 1);
    expect(deliveries(webhook.id).map(({ options }) => options.parent)).toEqual(['root']);
  });
});
