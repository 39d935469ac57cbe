import { useDelivery } from '../../../test/delivery-harness.js';
import { whileMailboxLocked } from '../../../test/locked-mailbox.js';
import { gapless, listSequences, SharedObject } from '../../../test/shared-object.js';

/** Longer than a portal is left out, in milliseconds. */
const LONG_MS = 2_500;

describe('a mailbox that a frozen process has locked', () => {
  const stack = useDelivery();
  beforeAll(() => Promise.all([1, 2].map(() => stack.startWorker({ relayIdleMs: 20 }))));

  it('delays only its own portal, which gets all its events in order afterwards', async () => {
    const [locked, other] = [await stack.webhook(), await stack.webhook()];
    await whileMailboxLocked(stack, locked.id, async () => {
      // in all shards
      for (let id = 0; id < 50; id += 1) {
        await stack.fire(locked.portalId, id, { id, n: 1 });
        await stack.fire(locked.portalId, id, { id, n: 2 });
        await stack.fire(other.portalId, id);
      }
      await other.receiver.count(50);
      // also when the locked mailbox is tried again
      const end = performance.now() + LONG_MS;
      for (let count = 51; performance.now() < end; count += 1) {
        await stack.fire(other.portalId, count % 50);
        await other.receiver.count(count);
      }
      expect(await stack.deliveries(locked.id)).toEqual([]);
    });
    await locked.receiver.count(100);
    const heard = new Map<unknown, unknown[]>();
    for (const { event } of locked.receiver.received) {
      const { id, n } = event.data;
      heard.set(id, [...(heard.get(id) ?? []), n]);
    }
    expect([...heard.values()]).toEqual(Array(50).fill([1, 2]));
    expect(listSequences(locked)).toEqual(gapless(100));
  });

  it('delays wide events in the order of their object, but not concurrent events of other portals', async () => {
    const viewers = [await stack.webhook(), await stack.webhook()];
    const [locked, other] = viewers;
    const shared = new SharedObject(stack, await stack.portal(), viewers);
    await whileMailboxLocked(stack, locked!.id, async () => {
      await shared.fireForAll(1);
      await shared.fireForEach(2);
      await stack.fire(other!.portalId, 1);
      await other!.receiver.count(1);
    });
    await shared.fireForAll(3);
    for (const viewer of viewers) {
      await stack.eventually(
        async () => shared.heardBy(viewer),
        (heard) => heard.length === 3,
      );
      expect(shared.heardBy(viewer)).toEqual(gapless(3));
    }
  });
});

describe('two workers, while one mailbox after the other is locked', () => {
  const stack = useDelivery();

  it('relay each event once to each portal, in the order of its object', async () => {
    await Promise.all([1, 2].map(() => stack.startWorker({ relayIdleMs: 20 })));
    const viewers = await Promise.all([1, 2, 3, 4].map(() => stack.webhook()));
    const owners = [await stack.portal(), await stack.portal(), await stack.portal()];
    const objects = owners.map((owner, id) => new SharedObject(stack, owner, viewers, id));
    const turns = 20;
    for (let turn = 0; turn < turns; turn += 1)
      await whileMailboxLocked(stack, viewers[turn % viewers.length]!.id, async () => {
        for (const shared of objects) {
          await shared.fireForAll(2 * turn + 1);
          await shared.fireForEach(2 * turn + 2);
        }
      });
    for (const viewer of viewers) {
      await viewer.receiver.count(2 * turns * objects.length);
      for (const shared of objects) expect(shared.heardBy(viewer)).toEqual(gapless(2 * turns));
      expect(listSequences(viewer)).toEqual(gapless(2 * turns * objects.length));
    }
  });
});
