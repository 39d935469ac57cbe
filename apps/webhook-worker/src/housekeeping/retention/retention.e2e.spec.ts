import { sql } from '@app/database';
import { useDelivery } from '../../../test/delivery-harness.js';

describe('retention', () => {
  const stack = useDelivery();
  const tables = ['outbox', 'webhook_deliveries', 'webhook_attempts'];
  const findPartitions = async (table: string, daysAgo: number) => {
    const rows = await stack.db.many<{ there: boolean }>(sql`
      select to_regclass('learning.' || ${table} || to_char((now() at time zone 'utc')::date -
        ${daysAgo}::int, '_YYYYMMDD')) is not null as there`);
    return rows[0]!.there;
  };
  const existPartitions = async (daysAgo: number) =>
    Promise.all(tables.map((table) => findPartitions(table, daysAgo)));
  const all = [true, true, true];
  const none = [false, false, false];

  it('drops days older than 31, but none with an event still waiting for a relay', async () => {
    for (const table of tables) {
      await stack.db.many(sql`
        select maintenance.ensure_day_partitions('learning.${sql.raw(table)}', (now() at time zone
          'utc')::date - 40, 40)`);
    }
    const { id, portalId, receiver } = await stack.webhook();
    const release = await stack.lockShard(3);
    await stack.db.many(sql`
      insert into learning.outbox (created_on, shard, portal_id, type, object_type, object_id, data)
      values ((now() at time zone 'utc')::date - 35, 3, ${portalId}, 'user.update', 'user', 1, '{"late":true}')`);
    const first = await stack.startWorker();
    await stack.eventually(
      () => existPartitions(36),
      (existing) => !existing.includes(true),
    );
    expect(await existPartitions(40)).toEqual(none);
    expect(await existPartitions(35)).toEqual(all);
    expect(await existPartitions(31)).toEqual(all);
    expect(await existPartitions(-7)).toEqual(all); // created ahead
    await release();
    await stack.eventually(
      () => stack.db.many(sql`select 1 from learning.outbox_pending where portal_id = ${portalId}`),
      (waiting) => waiting.length === 0,
    );
    await stack.stopWorker(first);
    await stack.startWorker();
    await stack.eventually(
      () => existPartitions(32),
      (existing) => !existing.includes(true),
    );
    expect(await existPartitions(31)).toEqual(all);
    // events within the window are delivered as usual
    await stack.fire(portalId, 2, { now: true });
    await receiver.until((received) => received.some(({ event }) => event.data['now'] === true));
    expect(await stack.mailbox(id)).toMatchObject({ state: 0 });
  });
});
