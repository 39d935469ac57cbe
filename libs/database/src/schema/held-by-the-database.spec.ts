import { useDatabase } from '@app/testing';
import { sql } from '../sql/sql.js';

describe('rules enforced by the database', () => {
  const harness = useDatabase();
  beforeAll(async () => {
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.test', 'A');
      insert into identity.persons (id, email, first_name, last_name, verified_time, verified_by) values
        (1, 'a@a.test', 'A', 'A', now(), 'mail'), (2, 'b@a.test', 'B', 'B', null, null),
        (3, 'c@a.test', 'C', 'C', null, null);
      insert into identity.accounts (portal_id, id, person_id, client_id, first_name, last_name) values
        (1, 11, 1, null, 'A', 'A'), (1, 12, null, 'app', 'App', 'App');`);
  });

  it('a link sent by a portal replaces only that portal’s last one', async () => {
    const issue = (personId: number, hash: string, portalId: number | null) =>
      harness.db.many(sql`
        select auth.issue_password_link(${personId}, ${hash}, ${portalId}, now() + interval '1 day')`);
    await issue(1, 'own', null);
    await issue(1, 'portal, first', 1);
    await issue(1, 'portal, then', 1);
    await issue(2, 'of another', 1);
    expect(
      await harness.db.many(sql`
        select person_id::int, portal_id, convert_from(hash, 'utf8') as hash from auth.password_links
         order by 1, 2 nulls first`),
    ).toEqual([
      { person_id: 1, portal_id: null, hash: 'own' },
      { person_id: 1, portal_id: 1, hash: 'portal, then' },
      { person_id: 2, portal_id: 1, hash: 'of another' },
    ]);
  });

  it.each([
    [
      'an application that accepts an account',
      `update identity.accounts set accepted_at = now() where id = 12`,
    ],
    ['an open account that was declined', `update identity.accounts set declined_at = now() where id = 11`],
    [
      'an accepted invitation that expires',
      `update identity.accounts set accepted_at = now(), invitation_expires_at = now() where id = 11`,
    ],
    [
      'an account of both a person and an application',
      `update identity.accounts set client_id = 'x' where id = 11`,
    ],
    ['an account of nobody', `update identity.accounts set person_id = null where id = 11`],
    ['a proof without its kind', `update identity.persons set verified_time = now() where id = 2`],
    [
      'a person with a service account address',
      `update identity.persons set email = 'X@Clients.invalid' where id = 2`,
    ],
    [
      'a revocation of two things other than a client in a portal',
      `insert into auth.revocations (client_id, account_id, seq, expires_at) values ('app', 11, 1, now())`,
    ],
    [
      'a revocation of all tokens of a client without a last number',
      `insert into auth.revocations (client_id, expires_at) values ('app', now())`,
    ],
    [
      'a bound client with client_credentials but no service account',
      `insert into auth.clients (client_id, name, secret_hash, portal_id, grants, scopes, created_time, updated_time)
       values ('bound', 'Bound', 'x', 1, '{client_credentials}', '{}', now(), now())`,
    ],
    [
      'a client with client_credentials but no secret',
      `insert into auth.clients (client_id, name, grants, scopes, created_time, updated_time)
       values ('open', 'Open', '{client_credentials}', '{}', now(), now())`,
    ],
    [
      'special permissions for a client that gets tokens through a redirect',
      `insert into auth.clients (client_id, name, secret_hash, grants, scopes, is_special, created_time, updated_time)
       values ('implicit', 'Implicit', 'x', '{implicit}', '{}', true, now(), now())`,
    ],
    [
      'special permissions for a client without a secret',
      `insert into auth.clients (client_id, name, grants, scopes, introspects_all, created_time, updated_time)
       values ('open', 'Open', '{}', '{}', true, now(), now())`,
    ],
  ])('it refuses %s', async (_what, statement) => {
    await expect(harness.db.many(sql`${sql.raw(statement)}`)).rejects.toMatchObject({ code: '23514' });
  });

  it('a reserved address can be proven by no other person; the first proof of an address ends the pending change', async () => {
    await harness.db.many(sql`
      insert into auth.former_addresses (email_key, person_id, email, left_time, expires_at)
        values ('b@a.test', 1, 'B@a.test', now(), now() + interval '7 days');
      insert into auth.address_changes (person_id, email, requested_time, expires_at)
        values (2, 'd@a.test', now(), now() + interval '1 day'), (3, 'e@a.test', now(), now() + interval '1 day');`);
    const prove = (id: number) =>
      harness.db.many(sql`select auth.verify_address(${id}, 'mail', null, now())`);
    await expect(prove(2)).rejects.toMatchObject({ code: '23514' });
    await prove(3);
    expect(await harness.db.many(sql`select person_id::int from auth.address_changes`)).toEqual([
      { person_id: 2 },
    ]);
    await harness.db.many(sql`update auth.former_addresses set expires_at = now()`);
    await prove(2);
    expect(await harness.db.many(sql`select person_id::int from auth.address_changes`)).toEqual([]);
  });

  it('each event written waits for the relay, and relaying removes it without touching it otherwise', async () => {
    const insert = (objectId: number) =>
      harness.db.many(sql`
        insert into learning.outbox (shard, portal_id, type, object_type, object_id, data, wide)
        values (3, 1, 'lo.update', 'lo', ${objectId}, '{}', true)`);
    for (const objectId of [1, 2]) await insert(objectId);
    await harness.db.many(sql`delete from learning.outbox_pending where object_id = 1`);
    expect(
      await harness.db.many(sql`
        select o.object_id::int, t.wide_cursor from learning.outbox o
          left join learning.outbox_pending t on t.shard = o.shard and t.id = o.id and t.created_on = o.created_on
               and t.portal_id = o.portal_id and t.fired_at = o.fired_at order by 1`),
    ).toEqual([
      { object_id: 1, wide_cursor: null },
      { object_id: 2, wide_cursor: 0 },
    ]);
  });
});
