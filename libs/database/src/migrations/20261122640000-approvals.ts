import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a portal allows an application for itself (approval), beside what its people allow (consents); that it does
 * not want one (block); and revocations of one client in one portal.
 */
export class Approvals20261122640000 implements MigrationInterface {
  name = 'Approvals20261122640000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table auth.approvals (
        portal_id int not null references identity.portals(id),
        client_id text not null references auth.clients(client_id) on delete cascade,
        scopes text[] not null,
        acts_for_people boolean not null,                        -- service_jwt
        for_administrators boolean not null default false,       -- and for those who are administrators too
        makes_portals boolean not null default false,            -- under this portal, a distribution partner
        came_by text not null check (came_by in ('administrator', 'onboarding', 'operator', 'migration')),
        approved_by int,                                         -- account of the administrator
        approved_time timestamptz not null,
        last_used_time timestamptz,
        lapses_time timestamptz,                                 -- null: it stays until it is withdrawn
        primary key (portal_id, client_id)
      );
      create index approvals_client on auth.approvals (client_id);

      create table auth.client_blocks (
        portal_id int not null references identity.portals(id),
        client_id text not null references auth.clients(client_id) on delete cascade,
        blocked_by int,
        blocked_time timestamptz not null,
        primary key (portal_id, client_id)
      );
      create index client_blocks_client on auth.client_blocks (client_id);

      -- Families that began with an own login just then: what weighty requests with a token ask for.
      create table auth.family_logins (
        family_id text primary key,
        authenticated_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index family_logins_expiry on auth.family_logins (expires_at);

      -- a portal's applications are found by one step a client
      create index consents_portal_client on auth.consents (portal_id, client_id);
      create index grant_families_portal_client on auth.grant_families (portal_id, client_id) where ended_at is null;

      alter table auth.clients add column last_used_time timestamptz;

      -- Or one client in one portal: the pair.
      alter table auth.revocations drop constraint revocations_check;
      alter table auth.revocations add constraint revocations_names check (
        num_nonnulls(jti, sid, kid, account_id, client_id, portal_id) = 1
        or (num_nonnulls(client_id, portal_id) = 2 and num_nonnulls(jti, sid, kid, account_id) = 0));

      grant select, insert, update, delete on auth.approvals, auth.client_blocks, auth.family_logins to lp_auth;
      grant update (last_used_time) on auth.clients to lp_auth;
      grant update (expires_at) on auth.onboarding_grants to lp_auth;
    `);
    await runner.query(functions);
    await runner.query(onboardingRights(approved));
    await runner.query(ofBefore);
    await runner.query(/* sql */ `
      drop table auth.client_portals;
      -- what the API gives a new portal, it can give none that is there already
      create trigger made_now before insert on auth.approvals for each row execute function auth.assert_made_now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table auth.client_portals (
        client_id text not null references auth.clients(client_id) on delete cascade,
        portal_id int not null references identity.portals(id),
        created_time timestamptz not null default now(),
        primary key (client_id, portal_id)
      );
      grant select on auth.client_portals to lp_auth;
      grant insert on auth.client_portals to lp_api;
      create trigger made_now before insert on auth.client_portals
        for each row execute function auth.assert_made_now();
      insert into auth.client_portals (client_id, portal_id, created_time)
        select client_id, portal_id, approved_time from auth.approvals where came_by = 'onboarding';
    `);
    await runner.query(onboardingRights(consented));
    await runner.query(/* sql */ `
      drop function auth.approve_by_onboarding, auth.take_client_from_portal, auth.hold_rights_of_portal,
        auth.hold_approval, auth.is_blocked;
      delete from auth.revocations where client_id is not null and portal_id is not null;
      alter table auth.revocations drop constraint revocations_names;
      alter table auth.revocations add constraint revocations_check
        check (num_nonnulls(jti, sid, kid, account_id, client_id, portal_id) = 1);
      revoke update (expires_at) on auth.onboarding_grants from lp_auth;
      alter table auth.clients drop column last_used_time;
      drop index auth.consents_portal_client, auth.grant_families_portal_client;
      drop table auth.family_logins, auth.client_blocks, auth.approvals;
    `);
  }
}

/**
 * plpgsql, because each of its statements sees what was committed before it began: what is read is read after the
 * locks, with which taking away excludes issuing.
 */
const functions = /* sql */ `
  -- The living approval, which stays as it is until the transaction ends.
  create function auth.hold_approval(p_portal_id int, p_client_id text, p_now timestamptz)
  returns setof auth.approvals language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock_shared(7511, p_portal_id);
    return query select * from auth.approvals a
                  where a.portal_id = p_portal_id and a.client_id = p_client_id
                    and (a.lapses_time is null or a.lapses_time > p_now);
  end $$;

  -- Whoever changes approvals and blocks of a portal comes alone, and while nothing is issued there.
  create function auth.hold_rights_of_portal(p_portal_id int)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock(7511, p_portal_id);
  end $$;

  create function auth.is_blocked(p_portal_id int, p_client_id text)
  returns boolean language plpgsql volatile set search_path = pg_catalog as $$
  begin
    return exists (select 1 from auth.client_blocks where portal_id = p_portal_id and client_id = p_client_id);
  end $$;

  -- Ends every access token of one client in one portal; of families and codes all, or those that nobody's consent
  -- stands for.
  create function auth.take_client_from_portal(
    p_portal_id int, p_client_id text, p_consents_too boolean, p_because text, p_expires_at timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  declare v_seq bigint;
  begin
    perform pg_advisory_xact_lock(7511, p_portal_id);
    select case when is_called then last_value else last_value - 1 end into v_seq from auth.token_seq;
    insert into auth.revocations (client_id, portal_id, seq, expires_at)
    values (p_client_id, p_portal_id, v_seq, p_expires_at);
    update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
     where f.ended_at is null and f.client_id = p_client_id and f.portal_id = p_portal_id
       and (p_consents_too or not exists (
         select 1 from auth.consents c where c.portal_id = f.portal_id and c.account_id = f.account_id
                                         and c.client_id = f.client_id));
    update auth.codes c set expires_at = 'epoch'
     where c.day >= (now() at time zone 'utc')::date - 1 and c.used_at is null
       and c.client_id = p_client_id and c.portal_id = p_portal_id
       and (p_consents_too or not exists (
         select 1 from auth.consents k where k.portal_id = c.portal_id and k.account_id = c.account_id
                                         and k.client_id = c.client_id));
  end $$;

  -- A portal that was made through an application lets it in for what it may do that day; not for administrators.
  create function auth.approve_by_onboarding(p_client_id text, p_portal_id int, p_account_id int, p_now timestamptz)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, came_by, approved_by, approved_time)
    select p_portal_id, c.client_id, c.scopes, true, 'onboarding', p_account_id, p_now
      from auth.clients c
     where c.client_id = p_client_id
       and not exists (select 1 from auth.client_blocks b where b.portal_id = p_portal_id and b.client_id = p_client_id)
    on conflict do nothing
  $$;

  revoke all on function auth.hold_approval, auth.hold_rights_of_portal, auth.is_blocked,
    auth.take_client_from_portal, auth.approve_by_onboarding from public;
  grant execute on function auth.hold_approval, auth.hold_rights_of_portal, auth.is_blocked,
    auth.take_client_from_portal to lp_auth;
  grant execute on function auth.approve_by_onboarding to lp_api, lp_auth;
`;

const approved = /* sql */ `
           exists (select 1 from auth.approvals a
                    where a.portal_id = p_partner_portal_id and a.client_id = p_client_id and a.makes_portals
                      and (a.lapses_time is null or a.lapses_time > now()))`;

const consented = /* sql */ `
           exists (select 1 from auth.client_portals
                    where client_id = p_client_id and portal_id = p_partner_portal_id)
           or exists (select 1 from auth.consents k
                        join identity.accounts a on a.portal_id = k.portal_id and a.id = k.account_id
                       where k.portal_id = p_partner_portal_id and k.client_id = p_client_id
                         and 'Administrator' = any(a.roles) and a.status and a.closed_time is null)`;

const onboardingRights = (partnerApproved: string) => /* sql */ `
  create or replace function auth.onboarding_rights(p_client_id text, p_partner_portal_id int)
  returns table (client_portal_id int, client_portal_is_partner boolean, partner_exists boolean, partner_approved boolean)
  language sql stable security definer set search_path = pg_catalog as $$
    select c.portal_id, coalesce(own.is_distribution_partner, false),
           exists (select 1 from identity.portals where id = p_partner_portal_id and is_distribution_partner),
           ${partnerApproved}
      from auth.clients c left join identity.portals own on own.id = c.portal_id
     where c.client_id = p_client_id and c.status = 1
  $$;
`;

/**
 * Portals that were made through an application have approved it. Of an administrator's consents only those count
 * that were used as one: a token for a person of which no family is known (an assertion's), or a portal made under the
 * partner in 90 days. Tokens are kept for two days, so nothing older can be told. No more than was consented to, and
 * for 30 days, within which an administrator confirms it.
 */
const ofBefore = /* sql */ `
  insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, came_by, approved_time)
  select p.portal_id, p.client_id, c.scopes, true, 'onboarding', p.created_time
    from auth.client_portals p join auth.clients c on c.client_id = p.client_id;

  with consented as (
    select k.portal_id, k.client_id, min(k.account_id) as approved_by, min(k.granted_time) as approved_time,
           array(select distinct scope from auth.consents o cross join unnest(o.scopes) scope
                  join identity.accounts b on b.portal_id = o.portal_id and b.id = o.account_id
                 where o.portal_id = k.portal_id and o.client_id = k.client_id and 'Administrator' = any(b.roles)
                   and b.status and b.closed_time is null order by scope) as scopes
      from auth.consents k
      join identity.accounts a on a.portal_id = k.portal_id and a.id = k.account_id
      join auth.clients c on c.client_id = k.client_id and c.portal_id is null
     where 'Administrator' = any(a.roles) and a.status and a.closed_time is null
     group by k.portal_id, k.client_id
  ), asserted as (
    select t.portal_id, t.client_id, bool_or('Administrator' = any(a.roles)) as for_administrators
      from auth.access_tokens t
      join auth.clients c on c.client_id = t.client_id and c.portal_id is null and 'service_jwt' = any(c.grants)
      join identity.accounts a on a.portal_id = t.portal_id and a.id = t.account_id and a.person_id is not null
     where exists (select 1 from auth.client_keys k where k.client_id = t.client_id)
       and not exists (select 1 from auth.grant_families f where f.id = t.sid)
     group by t.portal_id, t.client_id
  ), sold as (
    select p.parent_portal_id as portal_id, u.client_id
      from identity.customers u join identity.portals p on p.id = u.portal_id
     where u.created_time > now() - interval '90 days' and p.parent_portal_id is not null
     group by p.parent_portal_id, u.client_id
  )
  insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, for_administrators, makes_portals, came_by,
                              approved_by, approved_time, lapses_time)
  select c.portal_id, c.client_id, c.scopes, a.client_id is not null, coalesce(a.for_administrators, false),
         s.client_id is not null, 'migration', c.approved_by, c.approved_time, now() + interval '30 days'
    from consented c
    left join asserted a on a.portal_id = c.portal_id and a.client_id = c.client_id
    left join sold s on s.portal_id = c.portal_id and s.client_id = c.client_id
   where a.client_id is not null or s.client_id is not null
  on conflict (portal_id, client_id) do update
    set makes_portals = excluded.makes_portals;
`;
