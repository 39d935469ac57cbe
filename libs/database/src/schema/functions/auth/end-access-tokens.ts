import { dbFunction } from '../../db-function.js';

/** Ends all access tokens of the accounts that a person has accepted, because those name the address. Families stay. */
export const endAccessTokens = dbFunction(
  'auth.end_access_tokens',
  {},
  /* sql */ `
  create or replace function auth.end_access_tokens(p_person_id bigint, p_until timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  declare v_seq bigint;
  begin
    perform auth.lock_person_rights(p_person_id);
    select case when is_called then last_value else last_value - 1 end into v_seq from auth.token_seq;
    insert into auth.revocations (account_id, seq, expires_at)
    select id, v_seq, p_until from identity.accounts
     where person_id = p_person_id and accepted_at is not null and closed_time is null
     order by portal_id, id;
  end $$`,
);
