import { dbFunction } from '../../db-function.js';

export const requestAddressChange = dbFunction(
  'auth.request_address_change',
  { execute: { auth: 'a person requests another address; the current one stays' } },
  /* sql */ `
  create or replace function auth.request_address_change(
    p_person_id bigint, p_email text, p_now timestamptz, p_expires_at timestamptz)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.address_changes (person_id, email, requested_time, expires_at)
    select id, p_email, p_now, p_expires_at from identity.persons where id = p_person_id and verified_time is not null
    on conflict (person_id) do update
      set email = excluded.email, requested_time = excluded.requested_time, expires_at = excluded.expires_at,
          hash = null, link_expires_at = null
  $$`,
);
