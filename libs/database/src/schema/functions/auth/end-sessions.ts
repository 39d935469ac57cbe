import { dbFunction } from '../../db-function.js';

/** Sessions that came by a link to this account; a session by password belongs to the person and stays. */
export const endSessions = dbFunction(
  'auth.end_sessions',
  {
    execute: {
      api: 'an account that is closed or blocked is signed out',
      auth: 'a blocked account is signed out',
    },
  },
  /* sql */ `
  create or replace function auth.end_sessions(p_account_id int)
  returns void language sql security definer set search_path = pg_catalog as $$
    delete from auth.sessions where only_account_id = p_account_id
  $$`,
);
