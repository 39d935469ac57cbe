import { dbFunction } from '../../db-function.js';

/**
 * A trigger, because there are several ways to prove an address. An address reserved for one person cannot be proven by
 * another.
 */
export const addressVerified = dbFunction(
  'auth.address_verified',
  {},
  /* sql */ `
  create or replace function auth.address_verified()
  returns trigger language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if old.verified_time is not null or new.verified_time is null then return null; end if;
    if exists (select 1 from auth.former_addresses f
                where f.email_key = new.email_key and f.person_id <> new.id and f.expires_at > clock_timestamp()) then
      raise exception 'the address is kept for who left it less than seven days ago' using errcode = 'check_violation';
    end if;
    delete from auth.address_changes where person_id = new.id;
    return null;
  end $$`,
);
