import { dbFunction } from '../../db-function.js';
import { lockRights } from './issuing.js';

/**
 * As `auth.issue_code`, with what the ID token will say. A separate function: servers of the version before call that one.
 */
export const issueOpenidCode = dbFunction(
  'auth.issue_openid_code',
  { execute: { auth: 'as auth.issue_code, for requests of OpenID Connect' } },
  /* sql */ `
  create or replace function auth.issue_openid_code(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_hash bytea, p_family_id text,
    p_redirect_uri text, p_scopes text[], p_code_challenge text, p_by_own_login boolean, p_expires_at timestamptz,
    p_factor_time timestamptz, p_openid_scopes text[], p_nonce text, p_auth_time timestamptz, p_amr text[],
    p_openid_sid text)
  returns boolean language plpgsql set search_path = pg_catalog as $$
  begin
    ${lockRights('p_portal_id', 'p_client_id', 'p_account_id')}
    insert into auth.codes (day, hash, family_id, client_id, account_id, portal_id, redirect_uri, scopes,
                            code_challenge, by_own_login, expires_at, factor_time, openid_scopes, nonce, auth_time,
                            amr, openid_sid)
    select p_day, p_hash, p_family_id, c.client_id, a.id, a.portal_id, p_redirect_uri, p_scopes,
           p_code_challenge, p_by_own_login, p_expires_at, p_factor_time, p_openid_scopes, p_nonce, p_auth_time,
           p_amr, p_openid_sid
      from auth.clients c, identity.accounts a
     where c.client_id = p_client_id and c.status = 1
       and a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null
       and (a.invitation_expires_at is null or a.invitation_expires_at > now()) and (a.accepted_at is not null or not p_by_own_login);
    return found;
  end $$`,
);
