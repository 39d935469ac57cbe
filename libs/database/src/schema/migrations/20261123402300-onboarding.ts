import { Baseline } from './baseline.js';

/** Portals made through the API or on the way: who bought, what is paid, and the grant for their first tokens. */
export class Onboarding20261123402300 extends Baseline {
  name = 'Onboarding20261123402300';
  statements = [tables, functions];
}

const tables = /* sql */ `
  -- Who bought a portal.
  create table identity.customers (
    portal_id int primary key references identity.portals(id),
    creation_path text not null,
    name text not null,
    industry text,
    country text,
    billing_interval text not null,
    referrer text,
    client_id text,                                        -- the application through which it came
    created_time timestamptz not null
  );
  grant insert on identity.customers to lp_api, lp_auth;

  -- What the first administrator agreed to.
  create table identity.term_consents (
    portal_id int not null,
    account_id int not null,
    term_privacy boolean not null,
    term_tos boolean not null,
    term_collection boolean not null,
    given_time timestamptz not null,
    primary key (portal_id, account_id),
    foreign key (portal_id, account_id) references identity.accounts(portal_id, id)
  );
  grant insert on identity.term_consents to lp_api;

  -- The card token itself is never stored: the gateway knows the payment by our reference.
  create table identity.payments (
    reference uuid primary key,
    request_hash bytea,                                    -- the same request finds its payment again; null: the key was used anew
    amount numeric not null,
    currency text not null,
    state text not null default 'asked'
      check (state in ('asked', 'declined', 'capture', 'captured', 'void', 'voided')),
    portal_id int references identity.portals(id),
    created_time timestamptz not null,
    next_try_time timestamptz,                             -- null: settled
    tries int not null default 0,
    last_error text
  );
  -- a request that comes late finds the payment of its twin, captured or not
  create unique index payments_once on identity.payments (request_hash)
    where state in ('asked', 'capture', 'captured');
  -- what the worker settles next
  create index payments_due on identity.payments (next_try_time) where next_try_time is not null;
  -- counted at every look at the metrics
  create index payments_failing on identity.payments (reference) where last_error is not null;
  grant select, insert, update (next_try_time, portal_id, request_hash, state) on identity.payments to lp_api;
  grant select, update (last_error, next_try_time, state, tries) on identity.payments to lp_worker;

  -- The grant with which the application that made a portal gets its first tokens.
  create table auth.onboarding_grants (
    hash bytea primary key,
    portal_id int not null,
    account_id int not null,
    client_id text not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    answer_sealed bytea                                    -- what it gave, for a caller that did not hear it
  );
  create index onboarding_grants_expiry on auth.onboarding_grants (expires_at);
  grant insert on auth.onboarding_grants to lp_api;
  grant select, update (answer_sealed, expires_at, used_at) on auth.onboarding_grants to lp_auth;
  grant select (expires_at), delete on auth.onboarding_grants to lp_worker;

  create trigger made_now before insert on auth.onboarding_grants
    for each row execute function auth.assert_made_now();
`;

const functions = /* sql */ `
  -- What decides whether a client may make portals, and under which one.
  create function auth.onboarding_rights(p_client_id text, p_partner_portal_id int)
  returns table (
    client_portal_id int, client_portal_is_partner boolean, partner_exists boolean, partner_approved boolean)
  language sql stable security definer set search_path = pg_catalog as $$
    select c.portal_id, coalesce(own.is_distribution_partner, false),
           exists (select 1 from identity.portals where id = p_partner_portal_id and is_distribution_partner),
           exists (select 1 from auth.approvals a
                    where a.portal_id = p_partner_portal_id and a.client_id = p_client_id and a.makes_portals)
      from auth.clients c left join identity.portals own on own.id = c.portal_id
     where c.client_id = p_client_id and c.status = 1
  $$;

  -- A portal that was made through an application lets it in for what it may do that day; not for administrators.
  create function auth.approve_by_onboarding(
    p_client_id text, p_portal_id int, p_account_id int, p_now timestamptz)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, came_by, approved_by, approved_time)
    select p_portal_id, c.client_id, c.scopes, true, 'onboarding', p_account_id, p_now
      from auth.clients c
     where c.client_id = p_client_id
       and not exists (select 1 from auth.client_blocks b where b.portal_id = p_portal_id and b.client_id = p_client_id)
    on conflict do nothing
  $$;

  -- Gives a new portal its default collection and what its preset subscribes it to.
  create function learning.subscribe_new_portal(p_portal_id int, p_content jsonb)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  begin
    insert into learning.collections (portal_id, slug, name) values (p_portal_id, 'default', 'Default')
      on conflict do nothing;
    insert into learning.subscriptions (portal_id, audience_id, licenses, package)
      select p_portal_id, g.id, (wish->>'licenses')::int, wish->>'package'
        from jsonb_array_elements(coalesce(p_content->'content_groups', '[]')) wish
        join learning.content_groups g on g.slug = wish->>'slug'
      union all
      select p_portal_id, c.id, (wish->>'licenses')::int, wish->>'package'
        from jsonb_array_elements(coalesce(p_content->'collections', '[]')) wish
        join identity.portals p on p.name = wish->>'portal'
        join learning.collections c on c.portal_id = p.id and c.slug = wish->>'slug'
      on conflict do nothing;
    update learning.catalogue_version set version = version + 1 where shard = pg_backend_pid() % 16;
  end $$;

  revoke all on function 
    auth.onboarding_rights, auth.approve_by_onboarding, learning.subscribe_new_portal from public;
  grant execute on function 
    auth.onboarding_rights, auth.approve_by_onboarding, learning.subscribe_new_portal to lp_api, lp_auth;
`;
