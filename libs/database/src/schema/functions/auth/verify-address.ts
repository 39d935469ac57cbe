import { dbFunction } from '../../db-function.js';

/**
 * The first proof of an address ends all access obtained by earlier logins, which may have been another person's.
 * Tokens that applications obtained for themselves stay.
 */
export const verifyAddress = dbFunction(
  'auth.verify_address',
  { execute: { auth: 'a mailed link proves the address, and ends access obtained before' } },
  /* sql */ `
  create or replace function auth.verify_address(p_person_id bigint, p_by text, p_portal_id int, p_until timestamptz)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  begin
    update identity.persons set verified_time = clock_timestamp(), verified_by = p_by, verified_portal_id = p_portal_id
     where id = p_person_id and verified_time is null;
    if not found then return false; end if;
    update identity.accounts set left_by = null -- rows before the locks of their rights, as in every login
     where (portal_id, id) in (select portal_id, id from identity.accounts
                                where person_id = p_person_id and left_by is not null order by 1, 2 for update);
    perform auth.end_unverified_logins(p_person_id, p_until);
    return true;
  end $$`,
);
