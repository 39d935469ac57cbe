import { dbFunction } from '../../db-function.js';

/** Ends a person's logins, consents and settings from before the address was proven. */
export const endUnverifiedLogins = dbFunction(
  'auth.end_unverified_logins',
  {},
  /* sql */ `
  create or replace function auth.end_unverified_logins(p_person_id bigint, p_until timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    perform auth.end_logins(p_person_id, 'address proven', null, p_until);
    delete from auth.portal_passwords w using identity.accounts a
     where a.person_id = p_person_id and w.portal_id = a.portal_id and w.account_id = a.id;
    delete from auth.consents c using identity.accounts a
     where a.person_id = p_person_id and c.portal_id = a.portal_id and c.account_id = a.id;
  end $$`,
);
