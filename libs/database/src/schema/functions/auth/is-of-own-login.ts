import { dbFunction } from '../../db-function.js';

/**
 * Whether the family began with a login by the person's own password; only such a login counts as the person's will
 * elsewhere.
 */
export const isOfOwnLogin = dbFunction(
  'auth.is_of_own_login',
  { execute: { api: 'whether a token proves a person in onboarding' } },
  /* sql */ `
  create or replace function auth.is_of_own_login(p_family_id text)
  returns boolean language sql stable security definer set search_path = pg_catalog as $$
    select exists (select 1 from auth.grant_families where id = p_family_id and by_own_login and ended_at is null)
  $$`,
);
