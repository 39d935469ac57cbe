import { dbFunction } from '../../db-function.js';

/**
 * A concurrent transaction may give the address to another person. Then this fails, and the next attempt sees that
 * person.
 */
export const assignAddress = dbFunction(
  'auth.assign_address',
  {},
  /* sql */ `
  create or replace function auth.assign_address(p_person_id bigint, p_email text, p_now timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    -- mails that were sent to the address which is left are found by the person from now on, to be erased with them
    update identity.mails m set person_id = p_person_id from identity.persons h
     where h.id = p_person_id and lower(m.recipient) = h.email_key and m.person_id is null
       and m.next_try_time is null;
    update identity.persons set email = p_email, verified_time = p_now, verified_by = 'mail', verified_portal_id = null
     where id = p_person_id;
  exception when unique_violation then
    raise exception 'the address was taken just now' using errcode = 'serialization_failure';
  end $$`,
);
