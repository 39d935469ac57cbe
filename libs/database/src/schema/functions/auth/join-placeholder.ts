import { dbFunction } from '../../db-function.js';

/**
 * The person who proves the address of a placeholder gets its accounts as offers, with their ids; access from before
 * the proof ends. If the person already has an account in the same portal, the other account stays separate under an
 * address that cannot exist, because a portal that names an address must not prevent its proof. If two people prove one
 * address concurrently, the later transaction fails, and its next attempt finds the address taken.
 */
export const joinPlaceholder = dbFunction(
  'auth.join_placeholder',
  {},
  /* sql */ `
  create or replace function auth.join_placeholder(p_placeholder bigint, p_person_id bigint, p_until timestamptz)
  returns int[] language plpgsql set search_path = pg_catalog as $$
  declare v_apart int[];
  begin
    -- a person who has proven the address since it was looked at is nobody's placeholder
    perform 1 from identity.persons where id = p_placeholder and verified_time is null for update;
    if not found then
      raise exception 'the address was taken just now' using errcode = 'serialization_failure';
    end if;
    perform 1 from identity.accounts where person_id = p_placeholder order by portal_id, id for update;
    perform auth.end_unverified_logins(p_placeholder, p_until);
    v_apart := array(
      select a.id from identity.accounts a
        join identity.accounts b on b.portal_id = a.portal_id and b.person_id = p_person_id and b.closed_time is null
       where a.person_id = p_placeholder and a.closed_time is null order by a.portal_id, a.id);
    update identity.accounts set person_id = p_person_id, accepted_at = null, left_by = null
     where person_id = p_placeholder and id <> all(v_apart);
    delete from auth.password_links where person_id = p_placeholder;
    update identity.mails set person_id = p_person_id where person_id = p_placeholder;
    if v_apart = '{}' then
      delete from identity.persons where id = p_placeholder;
    else
      update identity.persons set email = 'apart-' || id || '@apart.invalid' where id = p_placeholder;
      update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
       where id = any(v_apart);
    end if;
    return v_apart;
  end $$`,
);
