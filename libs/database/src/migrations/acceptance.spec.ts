import { useDatabase } from '@app/testing';
import { Acceptance20261122660000 } from './20261122660000-acceptance.js';

/** People of both kinds, as the state before knew them. */
const before = `
  insert into identity.portals (id, name, title) values (1, 'a.test', 'A'), (2, 'b.test', 'B'), (3, 'c.test', 'C');
  insert into identity.persons (id, email, first_name, last_name, proven_time, proven_by) values
    (1, 'proven@a.test', 'P', 'P', now(), 'mail'), (2, 'operator@a.test', 'O', 'O', now(), 'operator'),
    (3, 'named@a.test', 'N', 'N', null, null);
  insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles, created_time, closed_time) values
    (1, 11, 1, 'P', 'P', '{Learner}', now() - interval '9 days', null),
    (1, 12, 2, 'O', 'O', '{Administrator}', now() - interval '3 days', null),
    (1, 13, 3, 'N', 'N', '{Administrator,Learner}', now() - interval '5 days', null),
    (1, 14, 3, 'N', 'N', '{Administrator}', now() - interval '8 days', now()),
    (2, 21, 3, 'N', 'N', '{Administrator}', now(), null),
    (3, 31, 3, 'N', 'N', '{Manager}', now(), null);
  insert into identity.accounts (portal_id, id, client_id, first_name, last_name, roles, created_time) values
    (2, 22, 'app', 'App', 'App', '{Administrator}', now() - interval '9 days');`;

describe('the migration of accounts', () => {
  const own = useDatabase();

  it('accounts of proven people are accepted; the oldest administrator is the first one of the portal', async () => {
    const runner = own.database.dataSource.createQueryRunner();
    const migration = new Acceptance20261122660000();
    await migration.down(runner);
    await own.db.many(before);
    const counts = `select portal_id, roles, sum(n)::int as n from (
      select portal_id, roles, count as n from identity.account_counts
      union all select portal_id, roles, change from identity.account_count_changes) c group by 1, 2 order by 1, 2`;
    const counted = await own.db.many(counts);
    const stamps = 'select id, updated_time, updated_xid::text from identity.accounts order by id';
    const stamped = await own.db.many(stamps);
    await migration.up(runner);
    expect(
      await own.db.many(
        `select id, accepted_at is not null as accepted, is_first_administrator as first from identity.accounts order by id`,
      ),
    ).toEqual([
      { id: 11, accepted: true, first: false },
      { id: 12, accepted: true, first: false },
      { id: 13, accepted: false, first: true },
      { id: 14, accepted: false, first: false },
      { id: 21, accepted: false, first: true },
      { id: 22, accepted: false, first: false },
      { id: 31, accepted: false, first: false },
    ]);
    expect(await own.db.many(counts)).toEqual(counted);
    expect(await own.db.many(stamps)).toEqual(stamped);
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
  });

  it('says no to what makes no sense: applications that accept, open accounts that were declined', async () => {
    for (const [change, id] of [
      ['accepted_at = now()', 22],
      ['declined_at = now()', 31],
      [`accepted_at = now(), lapses_at = now() + interval '1 day'`, 31],
    ] as const)
      await expect(own.db.many(`update identity.accounts set ${change} where id = ${id}`)).rejects.toThrow(
        /check constraint/,
      );
  });
});
