import { dbFunction } from '../../db-function.js';

/** A closed account keeps its address, because a portal that a person has left must not see their later ones. */
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
