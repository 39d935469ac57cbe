import { dbFunction } from '../../db-function.js';

/**
 * Ends all access of one client to one account, and the consent. Returns whether there was any. Unredeemed codes are
 * included, and all of it is found by key. Access tokens cannot be found by account; those from assertions, which
 * belong to no other family, have one family per account and client.
 */
export const revokeClientForAccount = dbFunction(
  'auth.revoke_client_for_account',
  { execute: { auth: 'an application is removed from one account' } },
  /* sql */ `
  create or replace function auth.revoke_client_for_account(
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
  end $$`,
);
