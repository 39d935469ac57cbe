import { dbFunction } from '../../db-function.js';

/** Whether an earlier login would still succeed: the same password, and no factor that it did not use. */
export const isSameLogin = dbFunction(
  'auth.is_same_login',
  {},
  /* sql */ `
  create or replace function auth.is_same_login(p_person_id bigint, p_password_mark text, p_by_factor boolean)
  returns boolean language plpgsql set search_path = pg_catalog as $$
  begin
    perform 1 from auth.passwords
      where person_id = p_person_id and encode(sha256(convert_to(hash, 'UTF8')), 'hex') = p_password_mark for update;
    return found and (p_by_factor or not exists (
      select 1 from auth.second_factors where person_id = p_person_id and confirmed_at is not null));
  end $$`,
);
