import { dbFunction } from '../../db-function.js';

/**
 * The API requires a recent login of the person before it weakens the protection of a portal; it learns nothing else.
 */
export const isFreshLogin = dbFunction(
  'auth.is_fresh_login',
  { execute: { api: 'weakening a portal’s rules needs a recent login' } },
  /* sql */ `
  create or replace function auth.is_fresh_login(p_sid text)
  returns boolean language sql stable security definer set search_path = pg_catalog as $$
    select exists (select 1 from auth.family_logins where family_id = p_sid and expires_at > now())
  $$`,
);
