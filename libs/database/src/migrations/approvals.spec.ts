import { useDatabase } from '@app/testing';
import { Approvals20261122640000 } from './20261122640000-approvals.js';

describe('the migration of approvals', () => {
  const own = useDatabase();

  it('T52 makes an approval of what was used in the state before, and of nothing else', async () => {
    const runner = own.database.dataSource.createQueryRunner();
    const migration = new Approvals20261122640000();
    await migration.down(runner);
    await own.db.many(
      `insert into identity.portals (id, name, title, is_distribution_partner) values
         (1, 'a.test', 'A', false), (2, 'b.test', 'B', true), (3, 'c.test', 'C', false)`,
    );
    await own.db.many(`update identity.portals set parent_portal_id = 2 where id = 3`);
    await own.db.many(
      `insert into identity.persons (id, email, first_name, last_name) values
         (1, 'a@a.test', 'A', 'A'), (2, 'l@a.test', 'L', 'L'), (3, 'b@b.test', 'B', 'B')`,
    );
    await own.db.many(
      `insert into identity.accounts (id, portal_id, person_id, first_name, last_name, roles, status) values
         (11, 1, 1, 'A', 'A', '{Administrator}', true), (12, 1, 2, 'L', 'L', '{Learner}', true),
         (21, 2, 3, 'B', 'B', '{Administrator}', true)`,
    );
    for (const [id, grants] of [
      ['used', '{service_jwt}'],
      ['used-for-administrator', '{service_jwt}'],
      ['idle', '{service_jwt}'],
      ['keyless', '{service_jwt,implicit}'],
      ['of-learner', '{service_jwt}'],
      ['with-family', '{service_jwt,refresh_token}'],
      ['seller', '{client_credentials}'],
      ['onboarder', '{service_jwt}'],
    ]) {
      await own.db.many(
        `insert into auth.clients (client_id, name, secret_hash, grants, scopes, created_time, updated_time)
         values ($1, $1, 'x', $2, '{lo.read,user.read,user.write}', now(), now())`,
        [id, grants],
      );
      if (id !== 'keyless') {
        await own.db.many(
          `insert into auth.client_keys (client_id, kid, alg, jwk, created_time) values ($1, 'k', 'ES256', '{}', now())`,
          [id],
        );
      }
    }
    const consent = (client: string, portal: number, account: number, scopes = '{lo.read}') =>
      own.db.many(
        `insert into auth.consents (portal_id, account_id, client_id, scopes, granted_time)
         values ($1, $2, $3, $4, now() - interval '40 days')`,
        [portal, account, client, scopes],
      );
    const tokenOf = (client: string, portal: number, account: number, sid: string) =>
      own.db.many(
        `insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
         values (current_date, $1, $1, $2, $3, $4, 1, now() + interval '1 hour')`,
        [sid, client, account, portal],
      );
    await consent('used', 1, 11, '{lo.read,user.read}');
    await tokenOf('used', 1, 12, 's1');
    await consent('used-for-administrator', 1, 11);
    await tokenOf('used-for-administrator', 1, 11, 's2');
    await consent('idle', 1, 11);
    await consent('keyless', 1, 11);
    await tokenOf('keyless', 1, 11, 's3');
    await consent('of-learner', 1, 12);
    await tokenOf('of-learner', 1, 12, 's4');
    await consent('with-family', 1, 11);
    await tokenOf('with-family', 1, 11, 's5');
    await own.db.many(
      `insert into auth.grant_families (id, portal_id, account_id, client_id, scopes, created_time, last_used_time, expires_at)
       values ('s5', 1, 11, 'with-family', '{lo.read}', now(), now(), now() + interval '1 day')`,
    );
    await consent('seller', 2, 21, '{user.write}');
    await own.db.many(
      `insert into identity.customers (portal_id, creation_path, name, billing_interval, client_id, created_time)
       values (3, 'x', 'C', 'annual', 'seller', now() - interval '80 days')`,
    );
    await own.db.many(`insert into auth.client_portals (client_id, portal_id) values ('onboarder', 3)`);

    await migration.up(runner);
    const approvals = await own.db.many(
      `select portal_id, client_id, scopes, acts_for_people, for_administrators, makes_portals, came_by, approved_by,
              lapses_time between now() + interval '29 days' and now() + interval '31 days' as lapses
         from auth.approvals order by client_id`,
    );
    const approval = { for_administrators: false, makes_portals: false, came_by: 'migration', lapses: true };
    expect(approvals).toEqual([
      {
        ...approval,
        portal_id: 3,
        client_id: 'onboarder',
        scopes: ['lo.read', 'user.read', 'user.write'],
        acts_for_people: true,
        came_by: 'onboarding',
        approved_by: null,
        lapses: null,
      },
      {
        ...approval,
        portal_id: 2,
        client_id: 'seller',
        scopes: ['user.write'],
        acts_for_people: false,
        makes_portals: true,
        approved_by: 21,
      },
      {
        ...approval,
        portal_id: 1,
        client_id: 'used',
        scopes: ['lo.read', 'user.read'],
        acts_for_people: true,
        approved_by: 11,
      },
      {
        ...approval,
        portal_id: 1,
        client_id: 'used-for-administrator',
        scopes: ['lo.read'],
        acts_for_people: true,
        for_administrators: true,
        approved_by: 11,
      },
    ]);
    // revocations of before are as good as they were, and the pair can be named
    await own.db.many(
      `select auth.take_client_from_portal(1, 'used', true, 'test', now() + interval '1 hour')`,
    );
    await expect(
      own.db.many(
        `insert into auth.revocations (client_id, account_id, seq, expires_at) values ('used', 1, 1, now())`,
      ),
    ).rejects.toThrow('revocations_names');
    await migration.down(runner);
    expect(await own.db.many('select client_id, portal_id from auth.client_portals')).toEqual([
      { client_id: 'onboarder', portal_id: 3 },
    ]);
    await runner.release();
  });
});
