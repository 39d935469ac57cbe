import { sql } from '@app/database';
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
