import { dbFunction } from '../../db-function.js';

/**
 * Moves all accounts that one person has accepted to another; ids stay. Sessions and grants of the first person's
 * logins end, and so does that person. An account that the first person has not accepted stays with their address, of
 * which nothing else is known from then on. People are locked first, in the order of their ids, so that two concurrent
 * merges of the same people wait for each other.
 */
export const moveAccounts = dbFunction(
  'auth.move_accounts',
  {},
  /* sql */ `
  create or replace function auth.move_accounts(p_from bigint, p_to bigint, p_until timestamptz)
  returns int[] language plpgsql set search_path = pg_catalog as $$
  declare v_open int[];
  begin
    perform 1 from identity.accounts where person_id = p_from order by portal_id, id for update;
    perform auth.end_access_tokens(p_from, p_until);
    perform auth.end_logins(p_from, 'merged', null, p_until);
    delete from auth.consents c using identity.accounts a
     where a.person_id = p_from and c.portal_id = a.portal_id and c.account_id = a.id;
    v_open := array(select id from identity.accounts where person_id = p_from and closed_time is null
                     order by portal_id, id);
    update identity.accounts
       set person_id = p_to,
           updated_time = case when closed_time is null then clock_timestamp() else updated_time end,
           updated_xid = case when closed_time is null then pg_current_xact_id() else updated_xid end
     where person_id = p_from;
    update identity.accounts set left_by = p_to where left_by = p_from;
    delete from auth.password_links where person_id = p_from;
    delete from auth.address_changes where person_id = p_from;
    delete from auth.former_addresses where person_id = p_from;
    delete from auth.second_factors where person_id = p_from;
    delete from auth.recovery_codes where person_id = p_from;
    delete from auth.passwords where person_id = p_from;
    update identity.mails set person_id = p_to where person_id = p_from;
    return v_open;
  end $$`,
);
