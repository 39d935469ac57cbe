import { Webhook } from 'standardwebhooks';
import { deliveryHeaders } from '@app/webhooks';
import { createHmac } from 'node:crypto';
import { useDeliveryWorker } from '../test/delivery-harness.js';
import { Receiver } from '../test/receiver.js';

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
    expect(await stack.attempts(id)).toEqual([
      expect.objectContaining({ number: 1, status: 200, error: null, response: 'ok', probe: false }),
    ]);
    const mailbox = await stack.idle(id);
    expect(mailbox).toMatchObject({ next_due: null, last_success_time: expect.any(Date) });
  });

  it('carries both signatures over the exact bytes', async () => {
    const { portalId, receiver, secret } = await stack.webhook();
    await stack.fire(portalId, 7, { b: 1, '10': 'ten', '9': 'nine', custom_fields: { '2': 'é' } });
    const [{ headers, body }] = (await receiver.count(1)) as unknown as [
      { headers: Record<string, string>; body: string },
    ];
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-webhook-signature']!)!;
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1);
    expect(headers).toMatchObject(deliveryHeaders(headers['webhook-id']!));
    expect(JSON.stringify(JSON.parse(body))).toBe(body);
  });

  it('leads to no webhook that is unsubscribed, disabled, or in another portal', async () => {
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

  it('reads subscriptions when the event is queued (contract 5.4)', async () => {
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
    await stack.eventually(
      () => stack.mailbox(slow.id),
      (m) => Number(m['p95_ms']) >= 200,
    );
    expect(hanging.receiver.received.length).toBeLessThanOrEqual(10);
  });
});
