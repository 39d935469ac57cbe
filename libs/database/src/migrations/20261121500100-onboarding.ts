import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Portals made through the API or on the way: who bought, what is paid, and the grant for their first tokens. */
export class Onboarding20261121500100 implements MigrationInterface {
  name = 'Onboarding20261121500100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- {content_groups: [{slug, licenses, package}], collections: [{portal, slug, licenses, package}]}
      alter table identity.presets add column content jsonb not null default '{}';
      alter table identity.accounts add column phone text;

      create table identity.customers (
        portal_id int primary key references identity.portals(id),
        creation_path text not null,
        name text not null,
        industry text,
        country text,
        billing_interval text not null,
        referrer text,
        client_id text,                                          -- the application through which it came
        created_time timestamptz not null
      );
      create table identity.term_consents (
        portal_id int not null,
        account_id int not null,
        term_privacy boolean not null,
        term_tos boolean not null,
        term_collection boolean not null,
        given_time timestamptz not null,
        primary key (portal_id, account_id),
        foreign key (portal_id, account_id) references identity.accounts (portal_id, id)
      );

      -- The card token itself is never stored: the gateway knows the payment by our reference.
      create table identity.payments (
        reference uuid primary key,
        request_hash bytea not null,                             -- the same request finds its payment again
        amount numeric not null,
        currency text not null,
        state text not null default 'asked'
          check (state in ('asked', 'declined', 'capture', 'captured', 'void', 'voided')),
        portal_id int references identity.portals(id),
        created_time timestamptz not null,
        next_try_time timestamptz,                               -- null: settled
        tries int not null default 0,
        last_error text
      );
      create unique index payments_asked on identity.payments (request_hash) where state = 'asked';
      create index payments_due on identity.payments (next_try_time) where next_try_time is not null;

      create table auth.onboarding_grants (
        hash bytea primary key,
        portal_id int not null,
        account_id int not null,
        client_id text not null,
        expires_at timestamptz not null,
        used_at timestamptz,
        answer_sealed bytea                                      -- what it gave, for a caller that did not hear it
      );
      create index onboarding_grants_expiry on auth.onboarding_grants (expires_at);

      grant insert on identity.customers, identity.term_consents to lp_api, lp_auth;
      grant select on identity.customers, identity.term_consents to lp_api;
      grant select, insert, update on identity.payments to lp_api;
      grant select, update on identity.payments to lp_worker;
      grant insert on auth.onboarding_grants to lp_api;
      grant select, update on auth.onboarding_grants to lp_auth;
      grant select (expires_at), delete on auth.onboarding_grants to lp_worker;
    `);
    await runner.query(functions);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop function auth.onboarding_rights, learning.furnish_portal;
      drop table auth.onboarding_grants, identity.payments, identity.term_consents, identity.customers;
      alter table identity.accounts drop column phone;
      alter table identity.presets drop column content;
    `);
  }
}

const functions = /* sql */ `
  -- What decides whether a client may make portals, and under which one.
  create function auth.onboarding_rights(p_client_id text, p_partner_portal_id int)
  returns table (client_portal_id int, client_portal_is_partner boolean, partner_exists boolean, partner_approved boolean)
  language sql stable security definer set search_path = pg_catalog as $$
    select c.portal_id, coalesce(own.is_distribution_partner, false),
           exists (select 1 from identity.portals where id = p_partner_portal_id and is_distribution_partner),
           exists (select 1 from auth.client_portals
                    where client_id = p_client_id and portal_id = p_partner_portal_id)
           or exists (select 1 from auth.consents k
                        join identity.accounts a on a.portal_id = k.portal_id and a.id = k.account_id
                       where k.portal_id = p_partner_portal_id and k.client_id = p_client_id
                         and 'Administrator' = any(a.roles) and a.status and a.closed_time is null)
      from auth.clients c left join identity.portals own on own.id = c.portal_id
     where c.client_id = p_client_id and c.status = 1
  $$;

  -- Gives a new portal its default collection and what its preset subscribes it to.
  create function learning.furnish_portal(p_portal_id int, p_content jsonb)
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

  revoke all on function auth.onboarding_rights, learning.furnish_portal from public;
  grant execute on function auth.onboarding_rights, learning.furnish_portal to lp_api, lp_auth;
`;
