import { dbFunction } from '../../db-function.js';
import { resultColumns } from './issuing.js';

/** Returns no rows, like `auth.issue_access_tokens`: a server of 0.3.0 then refreshes each token separately. */
export const refreshAccessTokens = dbFunction(
  'auth.refresh_access_tokens',
  { execute: { auth: 'servers of 0.3.0 call it during an upgrade' } },
  /* sql */ `
  create or replace function auth.refresh_access_tokens(
    p_client_id text[], p_version text[], p_day date[], p_hash bytea[], p_jti text[], p_next bytea[],
    p_now timestamptz, p_new_day date, p_expires_at timestamptz, p_families_until timestamptz)
  returns table (n int, seq bigint, family_id text, scopes text[], client_scopes text[], ${resultColumns})
  language plpgsql set search_path = pg_catalog as $$ begin end $$`,
);
