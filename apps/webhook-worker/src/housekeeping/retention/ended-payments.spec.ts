import { sql } from '@app/database';
import { useDatabase } from '@app/testing';
import { removeEndedPayments } from './retention.queries.js';

describe('declined and voided payments', () => {
  const harness = useDatabase('worker');

  it('are removed after 30 days; those that are captured or not settled yet stay', async () => {
    for (const state of ['asked', 'declined', 'capture', 'captured', 'void', 'voided'])
      for (const days of [29, 31])
        await harness.db.many(sql`
          insert into identity.payments (reference, request_hash, amount, currency, state, created_time)
          select r, uuid_send(r), ${days}, 'EUR', ${state}, now() - make_interval(days => ${days})
            from gen_random_uuid() r`);
    expect([
      await removeEndedPayments(harness.database, 1),
      await removeEndedPayments(harness.database, 10),
    ]).toEqual([1, 1]);
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
