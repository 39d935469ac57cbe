import { dbFunction } from '../../db-function.js';

/** Excludes issuing for all open accounts of a person, in the lock order of all such functions. */
export const lockPersonRights = dbFunction(
  'auth.lock_person_rights',
  {},
  /* sql */ `
  create or replace function auth.lock_person_rights(p_person_id bigint)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock(7513, a.id)
       from (select id from identity.accounts where person_id = p_person_id and closed_time is null
              order by portal_id, id) a;
  end $$`,
);
