import { dbFunction } from '../../db-function.js';
import { resultColumns } from './issuing.js';

/**
 * Returns no rows. Servers of 0.3.0 call it for several requests together, and then issue each token by
 * `auth.issue_access_token`.
 */
export const issueAccessTokens = dbFunction(
  'auth.issue_access_tokens',
  { execute: { auth: 'servers of 0.3.0 call it during an upgrade' } },
  /* sql */ `
  create or replace function auth.issue_access_tokens(
    p_portal_id int[], p_client_id text[], p_version text[], p_account_id int[], p_jti text[], p_sid text[],
    p_day date, p_expires_at timestamptz)
  returns table (n int, seq bigint, client_scopes text[], ${resultColumns})
  language plpgsql set search_path = pg_catalog as $$ begin end $$`,
);
