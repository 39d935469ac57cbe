import { useDeliveryWorker } from '../../test/delivery-harness.js';

describe('a portal whose webhook somebody has locked', () => {
  const stack = useDeliveryWorker();

  async function whileLocked(webhookId: number, work: () => Promise<void>): Promise<void> {
    const holder = await stack.db.connect();
    await holder.query('begin');
    await holder.query('select 1 from learning.webhooks where id = $1 for update', [webhookId]);
    await holder.query('select 1 from learning.webhook_mailboxes where webhook_id = $1 for update', [
      webhookId,
    ]);
    try {
      await work();
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }

  it('holds up nobody else, whichever shard their events are in, and misses nothing', async () => {
    const [locked, other] = [await stack.webhook(), await stack.webhook()];
    await whileLocked(locked.id, async () => {
      // in all shards, and more than one transaction takes of each
      for (let objectId = 0; objectId < 100; objectId += 1) {
        await stack.fire(locked.portalId, objectId, { id: objectId, n: 1 });
        await stack.fire(locked.portalId, objectId, { id: objectId, n: 2 });
        await stack.fire(other.portalId, objectId, { id: objectId, n: 1 });
      }
      await other.receiver.count(100);
      expect(await stack.deliveries(locked.id)).toEqual([]);
    });
    await locked.receiver.count(200);
    const seen = new Map<number, number[]>();
    for (const { event } of locked.receiver.received) {
      const { id, n } = event.data as { id: number; n: number };
      seen.set(id, [...(seen.get(id) ?? []), n]);
    }
    expect([...seen.values()].every((order) => order.join() === '1,2')).toBe(true);
  });

  it('gets a wide event once the webhook is free; others of its own portal are not kept waiting', async () => {
    const [locked, other] = [await stack.webhook(), await stack.webhook()];
    await whileLocked(locked.id, async () => {
      const wide = { type: 'lo.update', objectType: 'lo', audience: [locked.portalId] } as const;
      await stack.fire(other.portalId, 1, {}, wide);
      await stack.fire(other.portalId, 2, {});
      await other.receiver.count(1);
    });
    await locked.receiver.count(1);
  });
});
