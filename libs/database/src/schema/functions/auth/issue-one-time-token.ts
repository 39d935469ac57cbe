import { dbFunction } from '../../db-function.js';

/**
 * Lets other applications create login links without read access to the table; also removes expired tokens, in small
 * batches that skip locked rows.
 */
export const issueOneTimeToken = dbFunction(
  'auth.issue_one_time_token',
  { execute: { api: 'POST /v2/users/{id}/login and /v2/me/login' } },
  /* sql */ `
  create or replace function auth.issue_one_time_token(
    p_day date, p_hash bytea, p_portal_id int, p_account_id int, p_redirect_path text, p_expires_at timestamptz)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.one_time_tokens (day, hash, portal_id, account_id, redirect_path, expires_at)
    values (p_day, p_hash, p_portal_id, p_account_id, p_redirect_path, p_expires_at)
  $$`,
);
