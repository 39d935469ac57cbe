import { useDelivery } from '../../../test/delivery-harness.js';
import { gapless, SharedObject } from '../../../test/shared-object.js';

describe('wide events of several owners', () => {
  const stack = useDelivery();

  it('are relayed round-robin, so that an owner with many does not delay the others; objects keep their order', async () => {
    const viewers = [await stack.webhook()];
    const [viewer] = viewers;
    const busy = await stack.portal();
    const flood = Array.from({ length: 20 }, (_, id) => new SharedObject(stack, busy, viewers, id));
    for (const n of [1, 2]) for (const shared of flood) await shared.fireForAll(n);
    const single = new SharedObject(stack, await stack.portal(), viewers, 100);
    for (const n of [1, 2]) await single.fireForAll(n);
    await stack.startWorker();
    const deliveries = await stack.delivered(viewer!.id, 42);
    const places = deliveries.filter((each) => each['object_key'] === 'lo:100').map(({ seq }) => Number(seq));
    // the first transactions may be of few shards, those whose hints came first
    expect(places.every((place) => place <= 21)).toBe(true);
    for (const shared of [...flood, single]) expect(shared.heardBy(viewer!)).toEqual(gapless(2));
  });
});
