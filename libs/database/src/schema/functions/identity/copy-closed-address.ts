import { dbFunction } from '../../db-function.js';

/**
 * A closed account keeps the address that it had: what its person has become since is no business of a portal that they
 * have left.
 */
export const copyClosedAddress = dbFunction(
  'identity.copy_closed_address',
  {},
  /* sql */ `
  create or replace function identity.copy_closed_address()
  returns trigger language plpgsql set search_path = pg_catalog as $$
  begin
    new.closed_email := case when new.closed_time is not null then
      coalesce(old.closed_email, (select email from identity.persons where id = new.person_id)) end;
    return new;
  end $$`,
);
