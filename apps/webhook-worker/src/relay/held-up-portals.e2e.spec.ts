import { useDelivery, useDeliveryWorker, type DeliveryHarness } from '../../test/delivery-harness.js';
import { whileLocked } from '../../test/locked-webhook.js';
import { gapless, sequencesOf, SharedObject } from '../../test/shared-object.js';
import { PartitionsQueries } from '../retention/partitions.queries.js';

const toBeRelayed = (stack: DeliveryHarness) => stack.db.many('select 1 from learning.outbox_todo');
const setAside = (stack: DeliveryHarness) =>
  stack.db.many<{ portal_id: number; id: number }>('select portal_id, id from learning.outbox_held_up');

describe('a portal whose webhook somebody has locked', () => {
  const stack = useDeliveryWorker();

  it('holds up nobody else, whichever shard their events are in, and misses nothing', async () => {
    const [locked, other] = [await stack.webhook(), await stack.webhook()];
    await whileLocked(stack, locked.id, async () => {
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
    await whileLocked(stack, locked.id, async () => {
      const wide = { type: 'lo.update', objectType: 'lo', audience: [locked.portalId] } as const;
      await stack.fire(other.portalId, 1, {}, wide);
      await stack.fire(other.portalId, 2, {});
      await other.receiver.count(1);
    });
    await locked.receiver.count(1);
  });

  it('gets its part of a wide event later, in order with what follows; everybody else gets theirs at once', async () => {
    const viewers = await Promise.all([1, 2, 3, 4].map(() => stack.webhook()));
    const [locked, ...others] = viewers;
    const shared = new SharedObject(stack, await stack.portal(), viewers);
    await whileLocked(stack, locked!.id, async () => {
      await shared.tellAll(1);
      await shared.tellEach(2);
      await shared.tellAll(3);
      for (const { receiver } of others) await receiver.count(3);
      expect(await stack.deliveries(locked!.id)).toEqual([]);
    });
    // while what was set aside may still wait
    await shared.tellAll(4);
    await shared.tellEach(5);
    for (const viewer of viewers) {
      await viewer.receiver.count(5);
      expect(shared.heardBy(viewer)).toEqual([1, 2, 3, 4, 5]);
      expect(sequencesOf(viewer)).toEqual(gapless(5));
    }
    expect(await setAside(stack)).toEqual([]);
  });

  it('gets what it subscribes to by then; the events of others stay', async () => {
    const viewers = [await stack.webhook(), await stack.webhook()];
    const [changed, other] = viewers;
    const shared = new SharedObject(stack, await stack.portal(), viewers);
    await whileLocked(stack, changed!.id, async (holder) => {
      await holder.query(`update learning.webhooks set events = '{user.update}' where id = $1`, [
        changed!.id,
      ]);
      await shared.tellAll(1);
      await stack.fire(changed!.portalId, 1, { n: 2 });
      await other!.receiver.count(1);
      await stack.eventually(
        () => setAside(stack),
        (rows) => rows.length === 2,
      );
    });
    const [first] = await changed!.receiver.count(1);
    expect(first!.event).toMatchObject({ sequence: 1, data: { n: 2 } });
    expect(
      await stack.db.many('select 1 from learning.outbox where portal_id = $1', [shared.owner]),
    ).toHaveLength(1);
  });

  it('for ever holds nobody up, and keeps a row for each of its events until their day is dropped', async () => {
    const viewers = [await stack.webhook(), await stack.webhook()];
    const [locked, other] = viewers;
    const owner = await stack.portal();
    const objects = [0, 1, 2, 3].map((id) => new SharedObject(stack, owner, viewers, id));
    const dayOf = (daysAgo: number) => `((now() at time zone 'utc')::date - ${daysAgo})`;
    await stack.db.many(`select maintenance.ensure_day_partitions('learning.outbox', ${dayOf(35)}, 1)`);
    await whileLocked(stack, locked!.id, async () => {
      for (let n = 1; n <= 10; n += 1)
        for (const shared of objects) {
          await shared.tellAll(2 * n - 1);
          await shared.tellEach(2 * n);
        }
      await other!.receiver.count(80);
      await stack.eventually(
        () => toBeRelayed(stack),
        (rows) => rows.length === 0,
      );
      const rows = await setAside(stack);
      expect(rows.map(({ portal_id }) => portal_id)).toEqual(Array(80).fill(locked!.portalId));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(80);
      await stack.db.many(
        `update learning.outbox_held_up set created_on = ${dayOf(35)} where object_id in (2, 3)`,
      );
      await stack.workers[0]!.app.get(PartitionsQueries).drop(31);
      expect(await setAside(stack)).toHaveLength(40);
      const [partition] = await stack.db.many(
        `select to_regclass('learning.outbox' || to_char(${dayOf(35)}, '_YYYYMMDD')) as name`,
      );
      expect(partition).toEqual({ name: null });
    });
    await locked!.receiver.count(40);
    for (const shared of objects) expect(shared.heardBy(other!)).toEqual(gapless(20));
    for (const shared of objects.slice(0, 2)) expect(shared.heardBy(locked!)).toEqual(gapless(20));
    expect(sequencesOf(locked!)).toEqual(gapless(40));
    expect(sequencesOf(other!)).toEqual(gapless(80));
  });
});

describe('two workers, while one webhook after the other is locked', () => {
  const stack = useDelivery();

  it('relay each event once to each portal, in the order of its object', async () => {
    await Promise.all([1, 2].map(() => stack.startWorker({ relayIdleMs: 20 })));
    const viewers = await Promise.all([1, 2, 3, 4].map(() => stack.webhook()));
    const owners = [await stack.portal(), await stack.portal(), await stack.portal()];
    const objects = owners.map((owner, id) => new SharedObject(stack, owner, viewers, id));
    const turns = 20;
    for (let turn = 0; turn < turns; turn += 1)
      await whileLocked(stack, viewers[turn % viewers.length]!.id, async () => {
        for (const shared of objects) {
          await shared.tellAll(2 * turn + 1);
          await shared.tellEach(2 * turn + 2);
        }
      });
    for (const viewer of viewers) {
      await viewer.receiver.count(2 * turns * objects.length);
      for (const shared of objects) expect(shared.heardBy(viewer)).toEqual(gapless(2 * turns));
      expect(sequencesOf(viewer)).toEqual(gapless(2 * turns * objects.length));
    }
    expect(await setAside(stack)).toEqual([]);
    expect(await toBeRelayed(stack)).toEqual([]);
  });
});
