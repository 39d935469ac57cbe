import { sql } from '@app/database';
import { SHARDS } from '@app/events';
import { useDelivery } from '../../../test/delivery-harness.js';

describe('an event whose day is older than that of the first waiting delivery', () => {
  const stack = useDelivery();

  it('is delivered', async () => {
    await stack.startWorker();
    const { id, portalId, receiver } = await stack.webhook({
      behave: ({ event }, answer) => answer.writeHead(event.data['fail'] ? 500 : 200).end(),
    });
    await stack.fire(portalId, 1, { fail: true });
    await stack.deliveriesOnce(id, ([first]) => first?.['tries'] === 1);
    // as one that was parked three days ago and is released now
    const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
    const releases = await Promise.all(shards.map((shard) => stack.lockShard(shard)));
    await stack.fire(portalId, 2, { n: 2 });
    for (const table of ['outbox', 'outbox_pending'])
      await stack.db.many(sql`
        update learning.${sql.raw(table)} set created_on = created_on - 3 where portal_id = ${portalId}
           and object_id = 2`);
    await Promise.all(releases.map((release) => release()));
    await receiver.until((all) => all.some(({ event }) => event.data['n'] === 2));
    expect((await stack.deliveries(id)).map(({ object_key }) => object_key)).toEqual(['user:1', 'user:2']);
  });
});
