import { dbFunction } from '../../db-function.js';

/** Stores nothing for a person who has proven the address; the answer is the same. */
export const setPortalPassword = dbFunction(
  'auth.set_portal_password',
  {
    execute: {
      api: 'a password for an account opens only that account; never of people with a proven address',
    },
  },
  /* sql */ `
  create or replace function auth.set_portal_password(p_portal_id int, p_account_id int, p_hash text)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.portal_passwords (portal_id, account_id, hash)
    select a.portal_id, a.id, p_hash
      from identity.accounts a join identity.persons h on h.id = a.person_id
     where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is null and h.verified_time is null
       and (session_user <> 'lp_api' or a.made_xid = pg_current_xact_id() and a.created_time = now()) -- with the account alone
    on conflict (portal_id, account_id) do nothing
  $$`,
);
