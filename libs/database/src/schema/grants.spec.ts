import { Client } from 'pg';
import { useDatabase } from '@app/testing';
import { attempts, triedRoles, type TriedRole } from '../../test/attempts.js';
import { granted } from '../../test/granted.js';
import { statedGrants } from '../../test/stated-grants.js';
import { sql } from '../sql/sql.js';

describe('the rights of each database role', () => {
  const harness = useDatabase();
  const clients = {} as Record<TriedRole, Client>;
  beforeAll(async () => {
    for (const role of triedRoles) {
      clients[role] = new Client(harness.urls[role]);
      await clients[role].connect();
    }
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.example', 'A'), (2, 'b.example', 'B')`);
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name)
      values (1, 'ada@a.example', 'Ada', 'A'), (2, 'bob@b.example', 'Bob', 'B')`);
    await harness.db.many(sql`
      insert into identity.accounts (id, portal_id, person_id, first_name, last_name, roles)
      values (11, 1, 1, 'Ada', 'A', '{Administrator}'), (22, 2, 2, 'Bob', 'B', '{Learner}')`);
    await harness.db.many(sql`
      insert into auth.clients (client_id, name, secret_hash, grants, scopes, created_time, updated_time)
      values ('partner', 'Partner', '\\x00', '{client_credentials}', '{lo.read}', now(), now())`);
    await harness.db.many(sql`
      select setval('identity.portals_id_seq', 100), setval('identity.persons_id_seq', 100)`);
  });
  afterAll(() => Promise.all(Object.values(clients).map((client) => client.end())));

  it('are those in the list, each with its reason, and nothing more', async () => {
    const [real, stated] = [await granted(harness.db), await statedGrants()];
    expect(real.toSorted()).toEqual(stated.map(({ line }) => line).toSorted());
    for (const { line, why } of stated) expect([line, why.length > 4]).toEqual([line, true]);
  });

  it('are not extended in another way: attributes, memberships, ownership, defaults', async () => {
    const attributes = await harness.db.many(sql`
      select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
             (select count(*)::int from pg_auth_members m where r.oid in (m.member, m.roleid)) as memberships,
             (select count(*)::int from pg_class c where c.relowner = r.oid) as tables,
             (select count(*)::int from pg_proc p where p.proowner = r.oid) as functions,
             has_database_privilege(r.oid, current_database(), 'create') as makes_schemas
        from pg_roles r where rolname like 'lp\\_%' order by 1`);
    const nothing = {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      memberships: 0,
      tables: 0,
      functions: 0,
      makes_schemas: false,
    };
    expect(attributes).toEqual(
      triedRoles
        .toSorted((a, b) => (`lp_${a}` < `lp_${b}` ? -1 : 1))
        .map((role) => ({ rolname: `lp_${role}`, ...nothing })),
    );
    expect(await harness.db.many(sql`select 1 from pg_default_acl`)).toEqual([]);
    const open = await harness.db.many(sql`
      select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('identity', 'auth', 'learning', 'maintenance') and p.prosecdef
         and (has_function_privilege('public', p.oid, 'execute')
              or not coalesce('search_path=pg_catalog' = any(p.proconfig), false))`);
    // functions with the owner's rights: not for everybody, and with a search path that nobody else can write to
    expect(open).toEqual([]);
  });

  describe.each(triedRoles)('lp_%s', (role) => {
    it.each(Object.entries(attempts[role]))('never %s', async (_what, statement) => {
      await expect(clients[role].query(statement)).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('can be extended to a new object in the transaction that creates it', async () => {
    const { api } = clients;
    await api.query('begin');
    const { rows: portals } = await api.query<{ id: number }>(
      `insert into identity.portals (name, title, features, plan) values ('new.example', 'New', '{}', '{}') returning id`,
    );
    await api.query(
      `insert into identity.persons (email, first_name, last_name, locale) values ('new@new.example', 'N', 'N', 'en')`,
    );
    await api.query(`select auth.approve_by_onboarding('partner', $1, 1, now())`, [portals[0]!.id]);
    await api.query('commit');
    await expect(
      api.query(`select auth.approve_by_onboarding('partner', $1, 1, now())`, [portals[0]!.id]),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('are not extended to accounts that were there before, by touching them in the same transaction', async () => {
    const { api } = clients;
    await harness.db.many(sql`
      insert into auth.grant_families (id, portal_id, account_id, client_id, scopes, created_time, last_used_time,
                                       expires_at, by_own_login)
      values ('of-ada', 1, 11, 'partner', '{}', now(), now(), now() + interval '1 day', true)`);
    const touch = 'update identity.accounts set updated_time = now() where id = 11;';
    await api.query(`${touch} select auth.set_portal_password(1, 11, 'x')`);
    await api.query(`${touch} select identity.accept_by_token(1, 11, 'of-ada')`);
    expect(await harness.db.many(sql`select 1 from auth.portal_passwords`)).toEqual([]);
    expect(await harness.db.one(sql`select accepted_at from identity.accounts where id = 11`)).toEqual({
      accepted_at: null,
    });
    const { rows } = await api
      .query<{ id: number }>('begin')
      .then(() =>
        api.query(
          `insert into identity.accounts (portal_id, person_id, first_name, last_name) values (2, 1, 'Ada', 'A') returning id`,
        ),
      );
    const id = rows[0]!.id;
    await api.query(`select auth.set_portal_password(2, $1, 'x')`, [id]);
    await api.query(`select identity.accept_by_token(2, $1, 'of-ada')`, [id]);
    await api.query('commit');
    expect(await harness.db.many(sql`select account_id from auth.portal_passwords`)).toEqual([
      { account_id: id },
    ]);
    const accountRow = await harness.db.one(sql`select accepted_at from identity.accounts where id = ${id}`);
    expect(accountRow).toEqual({ accepted_at: expect.any(Date) });
  });

  it('allow the worker to create a link for the recipient of a queued mail, with the lifetime in that mail', async () => {
    const { worker } = clients;
    const mail = (template: string, fields: object) =>
      harness.db.one<{ id: string }>(sql`
        insert into identity.mails (portal_id, person_id, recipient, template, next_try_time, tries, sent_time)
        select portal_id, person_id, recipient, ${template}, next_try_time, tries, sent_time
          from jsonb_populate_record(null::identity.mails,
               ${{ tries: 1, next_try_time: '2999-01-01', ...fields }}) returning id`);
    const link = (personId: number, portalId: number | null) =>
      worker.query(
        `select auth.issue_password_link($1, uuid_send(gen_random_uuid()), $2, now() + interval '90 days')`,
        [personId, portalId],
      );
    const refused = { code: '42501' };
    const ada = { person_id: 1, portal_id: 1, recipient: 'ada@a.example' };
    await mail('login', { ...ada, tries: 0 }); // nobody has claimed it yet
    await mail('login', { ...ada, next_try_time: null, sent_time: '2026-01-01' });
    await mail('webhook-disabled', ada);
    await expect(link(1, 1)).rejects.toMatchObject(refused);
    await mail('login', ada);
    await link(1, 1);
    await expect(link(1, null)).rejects.toMatchObject(refused);
    await expect(link(1, 2)).rejects.toMatchObject(refused);
    await expect(link(2, 1)).rejects.toMatchObject(refused);
    // somebody typed the address
    await mail('password-reset', { recipient: 'BOB@b.example' });
    await link(2, null);
    const links = await harness.db.many(sql`
      select person_id::int, expires_at < now() + interval '26 hours' as is_short from auth.password_links
       order by 1`);
    expect(links).toEqual([
      { person_id: 1, is_short: true },
      { person_id: 2, is_short: true },
    ]);
  });
});
