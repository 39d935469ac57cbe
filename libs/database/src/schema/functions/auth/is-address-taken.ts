import { dbFunction } from '../../db-function.js';

/** Whether an address belongs to another proven person, or is reserved for one. */
export const isAddressTaken = dbFunction(
  'auth.is_address_taken',
  {},
  /* sql */ `
  create or replace function auth.is_address_taken(p_person_id bigint, p_email text, p_now timestamptz)
  returns boolean language sql stable set search_path = pg_catalog as $$
    select exists (select 1 from identity.persons
                    where email_key = lower(p_email) and id <> p_person_id and verified_time is not null)
        or exists (select 1 from auth.former_addresses
                    where email_key = lower(p_email) and person_id <> p_person_id and expires_at > p_now)
  $$`,
);
