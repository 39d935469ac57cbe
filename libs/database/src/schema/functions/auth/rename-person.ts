import { dbFunction } from '../../db-function.js';

/**
 * Changes the name of a person who is signed in by their own login, and of the accounts with that name. An account that
 * its portal has renamed stays unchanged. Returns the changed accounts; null when the session has ended.
 */
export const renamePerson = dbFunction(
  'auth.rename_person',
  { execute: { auth: 'people change their own name, and no one else’s' } },
  /* sql */ `
  create or replace function auth.rename_person(
    p_person_id bigint, p_session_id text, p_first_name text, p_last_name text)
  returns int[] language plpgsql security definer set search_path = pg_catalog as $$
  declare v_former identity.persons; v_accounts int[];
  begin
    select * into v_former from identity.persons where id = p_person_id and verified_time is not null for update;
    if not found then return null; end if;
    perform 1 from auth.sessions
      where id = p_session_id and person_id = p_person_id and only_account_id is null for key share;
    if not found then return null; end if;
    update identity.persons set first_name = p_first_name, last_name = p_last_name where id = p_person_id;
    select coalesce(array_agg(id), '{}') into v_accounts from (
      select id from identity.accounts
       where person_id = p_person_id and accepted_at is not null and closed_time is null
         and first_name = v_former.first_name and last_name = v_former.last_name
       order by portal_id, id for update) named;
    update identity.accounts
       set first_name = p_first_name, last_name = p_last_name,
           updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where person_id = p_person_id and id = any(v_accounts);
    return v_accounts;
  end $$`,
);
