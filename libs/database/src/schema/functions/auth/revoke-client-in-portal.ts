import { dbFunction } from '../../db-function.js';

/**
 * Ends all access tokens of one client in one portal, and all of its families and codes or only those without a
 * consent.
 */
export const revokeClientInPortal = dbFunction(
  'auth.revoke_client_in_portal',
  { execute: { auth: 'an application is disconnected from one portal' } },
  /* sql */ `
  create or replace function auth.revoke_client_in_portal(
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
  end $$`,
);
