import { openDatabase, sql, type Database } from '@app/database';
import { addToCount, limits } from '@app/limits';
import { useDelivery } from '../../../test/delivery-harness.js';
import { removeLimitCounts, removeEndedPayments, removeApiErrors } from './retention.queries.js';

const stack = useDelivery();
let worker: Database;
beforeAll(async () => {
  worker = await openDatabase({ url: stack.config.DATABASE_URL, applicationName: 'test', poolSize: 1 });
});
afterAll(() => worker.close());

describe('retention', () => {
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

describe('counts per day or hour', () => {
  const { most } = limits.login_links;
  const count = (owner: string, more = 1) => addToCount(stack.database, 'login_links', owner, more);

  it('start again with the next hour, separately for each owner', async () => {
    await count('a', most);
    await expect(count('a')).rejects.toThrow('Limit per account and hour: 200 login links.');
    await count('b');
    await stack.db.many(sql`
      update maintenance.limit_counts set window_start = window_start - interval '1 hour'`);
    await count('a', most);
    await expect(count('c', most + 1)).rejects.toMatchObject({ errorCode: 'limit_reached' });
    await count('c');
  });

  it('are undone by a rollback', async () => {
    const failing = stack.database.write(async (tx) => {
      await addToCount(tx, 'login_links', 'd', most);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await count('d', most);
  });

  it('are removed when the time is over, and not before', async () => {
    await stack.db.many(sql`delete from maintenance.limit_counts`);
    await count('old', 1);
    await stack.db.many(sql`
      update maintenance.limit_counts set window_start = window_start - interval '1 day', expires_at =
        expires_at - interval '1 day'`);
    await count('new', 1);
    expect(await removeLimitCounts(worker, 10)).toBe(1);
    expect(await stack.db.many(sql`select owner from maintenance.limit_counts`)).toEqual([{ owner: 'new' }]);
  });
});

describe('declined and voided payments', () => {
  it('are removed after 30 days; those that are captured or not settled yet stay', async () => {
    for (const state of ['asked', 'declined', 'capture', 'captured', 'void', 'voided'])
      for (const days of [29, 31])
        await stack.db.many(sql`
          insert into identity.payments (reference, request_hash, amount, currency, state, created_time)
          select r, uuid_send(r), ${days}, 'EUR', ${state}, now() - make_interval(days => ${days})
            from gen_random_uuid() r`);
    expect([await removeEndedPayments(worker, 1), await removeEndedPayments(worker, 10)]).toEqual([1, 1]);
    const remainingRows = await stack.db.many<{ state: string }>(sql`
      select state from identity.payments where amount > 30 order by state`);
    expect(remainingRows.map(({ state }) => state)).toEqual(['asked', 'capture', 'captured', 'void']);
    expect(
      await stack.db.one(sql`select count(*)::int as n from identity.payments where amount < 30`),
    ).toEqual({
      n: 6,
    });
  });
});

describe('records of refused requests', () => {
  it('are removed after seven days, oldest first, a batch at a time', async () => {
    await stack.db.many(sql`
      insert into maintenance.api_errors (portal_id, time, client_id, operation, status, error_code, ref, fields)
      select 1, now() - days * interval '1 day', 'app', 'GET /v2/users', 400, 'bad_request', days::text, '{}'
        from generate_series(5, 9) days`);
    const kept = async () =>
      (await stack.db.many(sql`select ref from maintenance.api_errors order by id`)).map(({ ref }) => ref);
    expect(await removeApiErrors(worker, 7, 2)).toBe(2);
    expect(await kept()).toEqual(['5', '6', '7']);
    expect(await removeApiErrors(worker, 7, 2)).toBe(1);
    expect(await kept()).toEqual(['5', '6']);
  });
});
