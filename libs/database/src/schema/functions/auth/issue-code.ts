import { dbFunction } from '../../db-function.js';
import { lockRights } from './issuing.js';

/** Issues a code. The account must be one that the person has accepted, if their own login opens it. */
export const issueCode = dbFunction(
  'auth.issue_code',
  { execute: { auth: 'issues under the locks that revoking rights takes' } },
  /* sql */ `
  create or replace function auth.issue_code(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_hash bytea, p_family_id text,
    p_redirect_uri text, p_scopes text[], p_code_challenge text, p_by_own_login boolean, p_expires_at timestamptz,
    p_factor_time timestamptz)
  returns boolean language plpgsql set search_path = pg_catalog as $$
  begin
    ${lockRights('p_portal_id', 'p_client_id', 'p_account_id')}
    insert into auth.codes (day, hash, family_id, client_id, account_id, portal_id, redirect_uri, scopes,
                            code_challenge, by_own_login, expires_at, factor_time)
    select p_day, p_hash, p_family_id, c.client_id, a.id, a.portal_id, p_redirect_uri, p_scopes,
           p_code_challenge, p_by_own_login, p_expires_at, p_factor_time
      from auth.clients c, identity.accounts a
     where c.client_id = p_client_id and c.status = 1
       and a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null
       and (a.invitation_expires_at is null or a.invitation_expires_at > now()) and (a.accepted_at is not null or not p_by_own_login);
    return found;
  end $$`,
);
