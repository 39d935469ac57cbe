import { sql } from '@app/database';
import { useDelivery } from '../../../test/delivery-harness.js';
import { Relay } from './relay.js';

describe('an event that cannot be relayed', () => {
  const stack = useDelivery();
  beforeAll(async () => {
    // has the effect of a damaged row on the statement that reads it
    await stack.db.many(sql`
      create function learning.refuse() returns trigger language plpgsql as $$ begin raise 'poison'; end $$;
      create trigger refuse before insert on learning.webhook_deliveries for each row when (new.type = 'poison')
        execute function learning.refuse()`);
  });

  const poison = (portalId: number, objectIds: number[]) =>
    stack.db.many(sql`
      update learning.outbox_pending set type = 'poison' where portal_id = ${portalId}
         and object_id = any(${objectIds})`);
  const parked = () =>
    stack.db.many<{ portal_id: number; object_id: number; parked_reason: string }>(sql`
      select portal_id, object_id, parked_reason from learning.outbox_pending where parked_reason is not null
       order by object_id`);
  const listWaiting = () =>
    stack.db.many(sql`select id from learning.outbox_pending where parked_reason is null`);

  it('is parked with the reason, at any position in a batch; all others arrive, in order', async () => {
    const webhook = await stack.webhook({ events: ['user.update', 'poison'] });
    const other = await stack.webhook({ events: ['user.update', 'poison'] });
    const shards = Array.from({ length: 64 }, (_, shard) => shard);
    const releases = await Promise.all(shards.map((shard) => stack.lockShard(shard)));
    for (let n = 0; n < 120; n += 1) await stack.fire(n % 2 ? other.portalId : webhook.portalId, n);
    // the same object again, after a poisoned event
    await stack.fire(webhook.portalId, 0);
    await poison(webhook.portalId, [40, 42, 118]);
    await stack.db.many(sql`
      update learning.outbox_pending set type = 'poison'
       where id = (select min(id) from learning.outbox_pending where portal_id = ${webhook.portalId} and object_id = 0)`);
    await stack.startWorker({ relayIdleMs: 50 });
    await Promise.all(releases.map((release) => release()));
    await stack.delivered(webhook.id, 57);
    await stack.delivered(other.id, 60);
    await stack.eventually(listWaiting, (rows) => rows.length === 0);
    expect(await parked()).toEqual(
      [0, 40, 42, 118].map((object_id) => ({
        portal_id: webhook.portalId,
        object_id,
        parked_reason: 'poison',
      })),
    );
    const objects = webhook.receiver.received.map(({ event }) => event.sequence);
    expect([...objects].sort((a, b) => Number(a) - Number(b))).toEqual(objects.map((_, index) => index + 1));
  });

  it('does not prevent dropping expired days', async () => {
    await stack.db.many(sql`
      update learning.outbox_pending set created_on = created_on - 40 where object_id = 40`);
    await stack.startWorker();
    await stack.eventually(parked, (rows) => rows.every(({ object_id }) => object_id !== 40));
    expect(await parked()).toHaveLength(3);
  });

  it('is not parked because of a failure of Postgres as a whole', async () => {
    await stack.db.many(sql`revoke insert on learning.webhook_deliveries from lp_worker`);
    const webhook = await stack.webhook();
    const before = await parked();
    await stack.fire(webhook.portalId, 1);
    const worker = await stack.startWorker({ relayIdleMs: 20 });
    await expect(worker.app.get(Relay).relayAll()).rejects.toThrow(/permission denied/);
    expect(await parked()).toEqual(before);
    await stack.db.many(sql`grant insert on learning.webhook_deliveries to lp_worker`);
    await stack.delivered(webhook.id, 1);
    expect(await parked()).toEqual(before);
  });

  it('a visibility change that cannot be reported is parked; another portal’s is reported', async () => {
    const [first, second] = [await stack.portal(), await stack.portal()];
    await stack.webhook({ portalId: first });
    await stack.webhook({ portalId: second });
    await stack.db.many(sql`
      insert into learning.visibility_changes (portal_id, audience_id, gained, until_lo) values
        (${first}, 1, true, 2147483647), (${second}, 1, true, 2147483647)`);
    await stack.db.many(sql`
      create trigger refuse before delete on learning.visibility_changes for each row when (old.portal_id =
             ${sql.raw(`${first}`)})
        execute function learning.refuse()`);
    await stack.startWorker();
    const rows = await stack.eventually(
      () => stack.db.many(sql`select portal_id, parked_reason from learning.visibility_changes`),
      (all) => all.length === 1 && all[0]!['parked_reason'] !== null,
    );
    expect(rows).toEqual([{ portal_id: first, parked_reason: 'poison' }]);
  });
});
