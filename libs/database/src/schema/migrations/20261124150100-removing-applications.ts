import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Removing an application from one account ends everything that it has there, codes that nobody has redeemed yet
 * included, and finds all of it by key. Access tokens cannot be found by their account; those of assertions, which no
 * other family stands for, have one family for each account and client.
 */
export class RemovingApplications20261124150100 implements MigrationInterface {
  name = 'RemovingApplications20261124150100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table);
    await runner.query(issuing);
    await runner.query(taking);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function auth.take_client_from_account, auth.family_of_assertions');
    await runner.query('drop table auth.assertion_families');
  }
}

const table = /* sql */ `
  -- The sid of the access tokens that a client gets for an account by assertions.
  create table auth.assertion_families (
    portal_id int not null,
    account_id int not null,
    client_id text not null,
    sid text not null,
    expires_at timestamptz not null,                       -- not before its last token
    primary key (portal_id, account_id, client_id)
  );
  create index assertion_families_expiry on auth.assertion_families (expires_at);
  grant select, insert, update (expires_at), delete on auth.assertion_families to lp_auth;
`;

/** Prolonged twice in the life of a token at most, so that parallel requests do not wait for each other. */
const issuing = /* sql */ `
  create function auth.family_of_assertions(
    p_portal_id int, p_client_id text, p_account_id int, p_new_sid text, p_until timestamptz, p_prolonged timestamptz)
  returns text language plpgsql set search_path = pg_catalog as $$
  declare v_sid text;
  begin
    perform pg_advisory_xact_lock_shared(7511, p_portal_id);
    perform pg_advisory_xact_lock_shared(7512, hashtext(p_client_id));
    perform pg_advisory_xact_lock_shared(7513, p_account_id);
    select f.sid into v_sid from auth.assertion_families f
     where f.portal_id = p_portal_id and f.account_id = p_account_id and f.client_id = p_client_id
       and f.expires_at >= p_until;
    if found then return v_sid; end if;
    insert into auth.assertion_families as f (portal_id, account_id, client_id, sid, expires_at)
    values (p_portal_id, p_account_id, p_client_id, p_new_sid, p_prolonged)
    on conflict (portal_id, account_id, client_id) do update set expires_at = greatest(f.expires_at, excluded.expires_at)
    returning f.sid into v_sid;
    return v_sid;
  end $$;

  revoke all on function auth.family_of_assertions from public;
  grant execute on function auth.family_of_assertions to lp_auth;
`;

const taking = /* sql */ `
  -- Ends everything that one client has in one account, and the consent. Returns whether there was anything.
  create function auth.take_client_from_account(
    p_portal_id int, p_client_id text, p_account_id int, p_because text, p_expires_at timestamptz)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  declare v_ended bigint; v_codes bigint;
  begin
    perform pg_advisory_xact_lock(7513, p_account_id);
    with consents as (
      delete from auth.consents
       where portal_id = p_portal_id and account_id = p_account_id and client_id = p_client_id returning 1
    ), families as (
      update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
       where f.portal_id = p_portal_id and f.account_id = p_account_id and f.client_id = p_client_id
         and f.ended_at is null
      returning f.id
    ), assertions as (
      delete from auth.assertion_families
       where portal_id = p_portal_id and account_id = p_account_id and client_id = p_client_id returning sid
    ), revoked as (
      insert into auth.revocations (sid, expires_at)
      select id, p_expires_at from families union all select sid, p_expires_at from assertions
      returning 1
    )
    select (select count(*) from consents) + (select count(*) from revoked) into v_ended;
    update auth.codes c set expires_at = 'epoch'
     where c.day >= (now() at time zone 'utc')::date - 1 and c.account_id = p_account_id and c.used_at is null
       and c.portal_id = p_portal_id and c.client_id = p_client_id and c.expires_at > 'epoch';
    get diagnostics v_codes = row_count;
    update auth.onboarding_grants g set expires_at = 'epoch'
     where g.portal_id = p_portal_id and g.account_id = p_account_id and g.client_id = p_client_id;
    return v_ended + v_codes > 0;
  end $$;

  revoke all on function auth.take_client_from_account from public;
  grant execute on function auth.take_client_from_account to lp_auth;
`;
