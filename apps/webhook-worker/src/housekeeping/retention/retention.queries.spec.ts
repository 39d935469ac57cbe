import { type Database, sql } from '@app/database';
import { addToCount, limits } from '@app/limits';
import { useDatabase } from '@app/testing';
import { removeLimitCounts, removeEndedPayments, removeApiErrors } from './retention.queries.js';

const harness = useDatabase();
let worker: Database;
beforeAll(async () => {
  worker = await harness.open('worker');
});

describe('counts per day or hour', () => {
  const { most } = limits.login_links;
  const count = (owner: string, more = 1) => addToCount(harness.database, 'login_links', owner, more);

  it('start again with the next hour, separately for each owner', async () => {
    await count('a', most);
    await expect(count('a')).rejects.toThrow('Limit per account and hour: 200 login links.');
    await count('b');
    await harness.db.many(sql`
      update maintenance.limit_counts set window_start = window_start - interval '1 hour'`);
    await count('a', most);
    await expect(count('c', most + 1)).rejects.toMatchObject({ errorCode: 'limit_reached' });
    await count('c');
  });

  it('are undone by a rollback', async () => {
    const failing = harness.database.write(async (tx) => {
      await addToCount(tx, 'login_links', 'd', most);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await count('d', most);
  });

  it('are removed when the time is over, and not before', async () => {
    await harness.db.many(sql`delete from maintenance.limit_counts`);
    await count('old', 1);
    await harness.db.many(sql`
      update maintenance.limit_counts set window_start = window_start - interval '1 day', expires_at =
        expires_at - interval '1 day'`);
    await count('new', 1);
    expect(await removeLimitCounts(worker, 10)).toBe(1);
    expect(await harness.db.many(sql`select owner from maintenance.limit_counts`)).toEqual([
      { owner: 'new' },
    ]);
  });
});

describe('declined and voided payments', () => {
  it('are removed after 30 days; those that are captured or not settled yet stay', async () => {
    for (const state of ['asked', 'declined', 'capture', 'captured', 'void', 'voided'])
      for (const days of [29, 31])
        await harness.db.many(sql`
          insert into identity.payments (reference, request_hash, amount, currency, state, created_time)
          select r, uuid_send(r), ${days}, 'EUR', ${state}, now() - make_interval(days => ${days})
            from gen_random_uuid() r`);
    expect([await removeEndedPayments(worker, 1), await removeEndedPayments(worker, 10)]).toEqual([1, 1]);
    const remainingRows = await harness.db.many<{ state: string }>(sql`
      select state from identity.payments where amount > 30 order by state`);
    expect(remainingRows.map(({ state }) => state)).toEqual(['asked', 'capture', 'captured', 'void']);
    expect(
      await harness.db.one(sql`select count(*)::int as n from identity.payments where amount < 30`),
    ).toEqual({
      n: 6,
    });
  });
});

describe('records of refused requests', () => {
  it('are removed after seven days, oldest first, a batch at a time', async () => {
    await harness.db.many(sql`
      insert into maintenance.api_errors (portal_id, time, client_id, operation, status, error_code, ref, fields)
      select 1, now() - days * interval '1 day', 'app', 'GET /v2/users', 400, 'bad_request', days::text, '{}'
        from generate_series(5, 9) days`);
    const kept = async () =>
      (await harness.db.many(sql`select ref from maintenance.api_errors order by id`)).map(({ ref }) => ref);
    expect(await removeApiErrors(worker, 7, 2)).toBe(2);
    expect(await kept()).toEqual(['5', '6', '7']);
    expect(await removeApiErrors(worker, 7, 2)).toBe(1);
    expect(await kept()).toEqual(['5', '6']);
  });
});
