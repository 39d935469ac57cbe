import { Webhook } from 'standardwebhooks';
import { createHmac } from 'node:crypto';
import { useDelivery } from '../test/delivery-harness.js';
import { answering, Receiver } from '../test/receiver.js';

const stack = useDelivery();
beforeAll(async () => {
  await stack.startWorker({ slowMs: 100, sweepMs: 200 });
});

describe('the way of an event', () => {
  it('leads to the subscribed webhook of its portal', async () => {
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
    expect(await stack.attempts(id)).toEqual([
      expect.objectContaining({ number: 1, status: 200, error: null, response: 'ok', probe: false }),
    ]);
    const mailbox = await stack.idle(id);
    expect(mailbox).toMatchObject({ next_due: null, last_success_time: expect.any(Date) });
  });

  it('carries both signatures, over the exact bytes', async () => {
    const { portalId, receiver, secret } = await stack.webhook();
    await stack.fire(portalId, 7, { b: 1, '10': 'ten', '9': 'nine', custom_fields: { '2': 'é' } });
    const [{ headers, body }] = (await receiver.count(1)) as unknown as [
      { headers: Record<string, string>; body: string },
    ];
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-webhook-signature']!)!;
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.stringify(JSON.parse(body))).toBe(body);
  });

  it('leads to nobody who is not subscribed, disabled, or of another portal', async () => {
    const { portalId, receiver } = await stack.webhook();
    const unsubscribed = await stack.webhook({ portalId, events: ['user.create', 'lo.update'] });
    const disabled = await stack.webhook({ portalId });
    await stack.db.many('update learning.webhooks set enabled = false where id = $1', [disabled.id]);
    const stranger = await stack.webhook();
    await stack.fire(portalId, 7);
    await receiver.count(1);
    for (const each of [unsubscribed, disabled, stranger]) {
      expect(await stack.deliveries(each.id)).toEqual([]);
      expect(each.receiver.received).toEqual([]);
    }
  });

  it('reads subscriptions when the event is queued', async () => {
    const { id, portalId, receiver } = await stack.webhook({ events: [] });
    await stack.fire(portalId, 1);
    await stack.eventually(
      () => stack.db.many('select 1 from learning.outbox where portal_id = $1', [portalId]),
      (rows) => rows.length === 0,
    );
    await stack.db.many(`update learning.webhooks set events = '{user.update}' where id = $1`, [id]);
    await stack.fire(portalId, 2);
    const [first] = await receiver.count(1);
    expect(first!.event).toMatchObject({ sequence: 1 });
    expect(await stack.deliveries(id)).toHaveLength(1);
  });

  it('gives 1, 2, 3 ... to each webhook, and the same event id to those of one portal', async () => {
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

  it('keeps the order of each object', async () => {
    const { portalId, receiver } = await stack.webhook({
      behave: (received, answer) => {
        const status = (received.event.sequence! * 7) % 5 === 0 ? 200 : 204;
        setTimeout(() => answer.writeHead(status).end(), (received.event.sequence! * 13) % 17);
      },
    });
    const objects = 8;
    for (let turn = 0; turn < 25; turn += 1) {
      await Promise.all(Array.from({ length: objects }, (_, id) => stack.fire(portalId, id, { id, turn })));
    }
    const received = await receiver.count(objects * 25);
    for (let id = 0; id < objects; id += 1) {
      const turns = received
        .filter(({ event }) => event.data['id'] === id)
        .map(({ event }) => event.data['turn']);
      expect(turns).toEqual(Array.from({ length: 25 }, (_, turn) => turn));
    }
  });

  it('makes receivers of several portals see different ids for one wide event', async () => {
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

describe('an event that fails', () => {
  it('is tried again after about five seconds, with the same bytes and a new signature time', async () => {
    const { id, portalId, receiver } = await stack.webhook({ behave: answering(500) });
    await stack.fire(portalId, 7, { '3': 'c', '1': 'a' });
    await receiver.count(1);
    const [waiting] = await stack.eventually(
      () => stack.deliveries(id),
      ([d]) => d?.['tries'] === 1,
    );
    const delay = (waiting!['next_at'] as Date).getTime() - Date.now();
    expect(delay).toBeGreaterThan(3_500);
    expect(delay).toBeLessThan(6_500);
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

  it('holds up later events of its object and no others', async () => {
    const { id, portalId, receiver } = await stack.webhook({
      behave: ({ event }, answer) => answer.writeHead(event.data['fail'] ? 500 : 200).end(),
    });
    await stack.fire(portalId, 1, { n: 1, fail: true });
    await receiver.count(1);
    for (const n of [2, 3]) await stack.fire(portalId, 1, { n });
    await stack.fire(portalId, 2, { n: 4 });
    const upTo4 = await receiver.until((all) => all.some(({ event }) => event.data['n'] === 4));
    expect(upTo4.map(({ event }) => event.data['n'])).toEqual([1, 4]);
    await stack.eventually(
      () => stack.mailbox(id),
      ({ lease_token, next_due }) => lease_token === null && next_due !== null,
    );
    receiver.behave = answering(200);
    await stack.age(id, '1 minute');
    const all = await receiver.count(5);
    expect(all.slice(2).map(({ event }) => event.data['n'])).toEqual([1, 2, 3]);
  });

  it('is failed after ten tries, and then lets the next event of its object go', async () => {
    const { id, portalId, receiver } = await stack.webhook({
      behave: ({ event }, answer) => answer.writeHead(event.data['fail'] ? 500 : 200).end(),
    });
    await stack.fire(portalId, 1, { n: 1, fail: true });
    await receiver.count(1);
    await stack.eventually(
      () => stack.deliveries(id),
      ([d]) => d?.['tries'] === 1,
    );
    // as if nine tries had been made, with successes of other objects between
    await stack.db.many(
      'update learning.webhook_deliveries set tries = 9, round_tries = 9, attempts = 9 where webhook_id = $1',
      [id],
    );
    await stack.fire(portalId, 1, { n: 2 });
    await stack.age(id, '1 minute');
    await receiver.until((all) => all.some(({ event }) => event.data['n'] === 2));
    const deliveries = await stack.eventually(
      () => stack.deliveries(id),
      ([, d]) => d?.['state'] === 1,
    );
    expect(deliveries).toMatchObject([
      { state: 2, tries: 10 },
      { state: 1, tries: 1 },
    ]);
  });

  it('moves the webhook’s next try as far as Retry-After of a 429 asks', async () => {
    const { id, portalId, receiver } = await stack.webhook({
      behave: answering(429, { 'retry-after': '600' }),
    });
    await stack.fire(portalId, 1);
    await receiver.count(1);
    const mailbox = await stack.eventually(
      () => stack.mailbox(id),
      (m) => m['hold_until'] !== null,
    );
    await stack.fire(portalId, 2);
    await stack.eventually(
      () => stack.deliveries(id),
      (all) => all.length === 2,
    );
    const { next_due } = await stack.mailbox(id);
    for (const time of [mailbox['hold_until'], next_due] as Date[]) {
      expect(Math.abs(time.getTime() - Date.now() - 600_000)).toBeLessThan(10_000);
    }
    expect(receiver.received).toHaveLength(1);
    receiver.behave = answering(200);
    await stack.age(id, '11 minutes');
    await receiver.count(3);
  });

  it('says address_refused when the address has become one that is not allowed', async () => {
    const { id, portalId } = await stack.webhook({ url: 'http://10.11.12.13/hook' });
    await stack.fire(portalId, 1);
    const [attempt] = await stack.eventually(
      () => stack.attempts(id),
      (all) => all.length === 1,
    );
    expect(attempt).toMatchObject({ status: null, error: 'address_refused', response: null });
  });
});

describe('a webhook that keeps failing', () => {
  async function parked(status = 500) {
    const webhook = await stack.webhook({ behave: answering(status) });
    await stack.db.many('update learning.webhooks set max_in_flight = 1 where id = $1', [webhook.id]);
    for (let i = 0; i < 6; i += 1) await stack.fire(webhook.portalId, i, { i });
    await stack.eventually(
      () => stack.mailbox(webhook.id),
      (m) => m['state'] === 1 && m['lease_token'] === null,
    );
    return webhook;
  }

  it('is parked after five failures in a row; the rest waits untried', async () => {
    const { id, receiver } = await parked();
    expect(receiver.received).toHaveLength(5);
    const mailbox = await stack.mailbox(id);
    expect(mailbox).toMatchObject({ failures_in_row: 5, failing_since: expect.any(Date) });
    const delay = (mailbox['next_due'] as Date).getTime() - Date.now();
    expect(delay).toBeGreaterThan(20_000);
    expect(delay).toBeLessThanOrEqual(30_000);
    expect((await stack.deliveries(id)).filter((d) => d['tries'] === 0)).toHaveLength(1);
  });

  it('is probed: recorded as such, no try counted, nothing rescheduled', async () => {
    const { id, receiver } = await parked();
    const before = await stack.deliveries(id);
    await stack.makeProbeDue(id);
    await receiver.count(6);
    const attempts = await stack.eventually(
      () => stack.attempts(id),
      (all) => all.length === 6,
    );
    expect(attempts.filter((a) => a['probe'])).toMatchObject([{ seq: 1, number: 2 }]);
    const after = await stack.deliveries(id);
    expect(after.map((d) => [d['tries'], d['next_at']])).toEqual(
      before.map((d) => [d['tries'], d['next_at']]),
    );
    const mailbox = await stack.eventually(
      () => stack.mailbox(id),
      (m) => m['lease_token'] === null,
    );
    const delay = (mailbox['next_due'] as Date).getTime() - Date.now();
    expect(delay).toBeGreaterThan(50_000);
    expect(delay).toBeLessThanOrEqual(60_000);
  });

  it('is probed with the next object’s oldest after two failed probes', async () => {
    const { id, receiver } = await parked();
    for (let probe = 1; probe <= 5; probe += 1) {
      await stack.makeProbeDue(id);
      await receiver.count(5 + probe);
      await stack.eventually(
        () => stack.mailbox(id),
        (m) => m['probes'] === probe && m['lease_token'] === null,
      );
    }
    expect(receiver.received.slice(5).map(({ event }) => event.sequence)).toEqual([1, 1, 2, 2, 3]);
  });

  it('is open again after a probe succeeds, and gets what waits', async () => {
    const { id, receiver } = await parked();
    receiver.behave = answering(200);
    await stack.makeProbeDue(id);
    await stack.eventually(
      () => stack.mailbox(id),
      (m) => m['state'] === 0,
    );
    await stack.age(id, '1 minute');
    await stack.delivered(id, 6);
    expect(await stack.mailbox(id)).toMatchObject({ state: 0, failures_in_row: 0, failing_since: null });
  });

  it('takes new events without being tried for them', async () => {
    const { id, portalId, receiver } = await parked();
    await stack.fire(portalId, 99);
    await stack.eventually(
      () => stack.deliveries(id),
      (all) => all.length === 7,
    );
    await stack.eventually(
      () => stack.mailbox(id),
      (m) => m['lease_token'] === null,
    );
    expect(receiver.received).toHaveLength(5);
  });

  it('is disabled at once on 410: one mail to each administrator, what waits is dropped', async () => {
    const portalId = await stack.portal();
    for (const [name, roles, status] of [
      ['ada', ['Administrator'], true],
      ['bob', ['Learner', 'Administrator'], true],
      ['gone', ['Administrator'], false],
      ['eve', ['Learner'], true],
    ] as const) {
      await stack.db.many(
        `with p as (insert into identity.persons (email, first_name, last_name) values ($2, $1, $1) returning id)
         insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, status)
         select $3, id, $1, $1, $4, $5 from p`,
        [name, `${name}${portalId}@example.com`, portalId, roles, status],
      );
    }
    const { id } = await stack.webhook({ portalId, behave: answering(410) });
    await Promise.all([1, 2, 3].map((i) => stack.fire(portalId, i)));
    await stack.eventually(
      () => stack.mailbox(id),
      (m) => m['state'] === 2,
    );
    expect(await stack.db.one('select enabled from learning.webhooks where id = $1', [id])).toEqual({
      enabled: false,
    });
    const mails = await stack.db.many<{ recipient: string; template: string }>(
      'select recipient, template from identity.mails where portal_id = $1 order by 1',
      [portalId],
    );
    expect(mails).toEqual(
      ['ada', 'bob'].map((name) => ({
        recipient: `${name}${portalId}@example.com`,
        template: 'webhook-disabled',
      })),
    );
    for (const delivery of await stack.deliveries(id)) expect(delivery['state']).toBe(3);
  });

  it('is disabled after 120 hours of failing', async () => {
    const { id, receiver } = await parked();
    await stack.db.many(
      `update learning.webhook_mailboxes set failing_since = now() - interval '120 hours', failures_in_row = 700,
              failing_for = '119 hours 55 minutes', last_try_time = now() - interval '10 minutes', probes = 700
        where webhook_id = $1`,
      [id],
    );
    await stack.makeProbeDue(id);
    await receiver.count(6);
    await stack.eventually(
      () => stack.mailbox(id),
      (m) => m['state'] === 2,
    );
  });
});

describe('a rotation of the secret', () => {
  it('signs with the old, both, and the new secret: before, during and after it', async () => {
    const { id, portalId, receiver, secret: old } = await stack.webhook();
    const fresh = 'a plain secret of the partner';
    await stack.fire(portalId, 1);
    const [before] = await receiver.count(1);
    await stack.rotate(id, fresh);
    await stack.fire(portalId, 2);
    const during = (await receiver.count(2))[1]!;
    await stack.db.many(`update learning.webhooks set previous_secret_until = now() where id = $1`, [id]);
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
    const { id, portalId, receiver, secret } = await stack.webhook({ behave: answering(500) });
    for (let i = 0; i < 6; i += 1) {
      await stack.db.many(
        `insert into learning.webhook_test_deliveries (webhook_id, after_seq, data) values ($1, 0, '{"n":1}')`,
        [id],
      );
    }
    const received = await receiver.count(6, 15_000);
    const [{ body, headers, event }] = received as [(typeof received)[0]];
    expect(event).toMatchObject({ type: 'webhook.test', portal_id: portalId, data: { n: 1 } });
    expect(event).not.toHaveProperty('sequence');
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    const tests = await stack.eventually(
      () =>
        stack.db.many('select state, attempts from learning.webhook_test_deliveries where webhook_id = $1', [
          id,
        ]),
      (all) => all.every(({ state }) => state === 2),
    );
    expect(tests).toEqual(Array(6).fill({ state: 2, attempts: 1 }));
    expect(await stack.mailbox(id)).toMatchObject({ state: 0, failures_in_row: 0, last_seq: 0 });
  });
});

describe('a slow endpoint', () => {
  it('does not hold up others of its portal, and moves to the slow lane', async () => {
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
    await stack.eventually(
      () => stack.mailbox(slow.id),
      (m) => Number(m['p95_ms']) >= 200,
    );
    expect(hanging.receiver.received.length).toBeLessThanOrEqual(10);
  });
});
