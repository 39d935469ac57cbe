import { dbFunction } from '../../db-function.js';

/**
 * Gives an account that its person has not accepted to the person with another address. Links and waiting mails to the
 * former address end. So does a password from the portal if the new address is proven, because that person has their
 * own. A placeholder without any account is removed.
 * @returns false when the account is accepted, or the person has an account in this portal already
 */
export const correctAddress = dbFunction(
  'identity.correct_address',
  {
    execute: { api: 'addresses of accounts that are not accepted; the function changes no other' },
  },
  /* sql */ `
  create or replace function identity.correct_address(p_portal_id int, p_account_id int, p_person_id bigint)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  declare v_former bigint;
  begin
    select a.person_id into v_former from identity.accounts a
     where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is null and a.accepted_at is null
       and a.person_id <> p_person_id
       and not exists (select 1 from identity.accounts b
                        where b.portal_id = p_portal_id and b.person_id = p_person_id and b.closed_time is null)
       for update;
    if v_former is null then return false; end if;
    update identity.accounts set person_id = p_person_id, left_by = null, declined_at = null
     where portal_id = p_portal_id and id = p_account_id;
    delete from auth.password_links where person_id = v_former and portal_id = p_portal_id;
    delete from auth.consents where portal_id = p_portal_id and account_id = p_account_id;
    delete from auth.portal_passwords w using identity.persons h
     where w.portal_id = p_portal_id and w.account_id = p_account_id and h.id = p_person_id
       and h.verified_time is not null;
    update identity.mails set next_try_time = null
     where person_id = v_former and portal_id = p_portal_id and template in ('login', 'invitation') and sent_time is null;
    perform 1 from identity.persons h where h.id = v_former and h.verified_time is null
       and not exists (select 1 from identity.accounts where person_id = v_former) for update;
    if found then
      delete from auth.sessions where person_id = v_former;
      delete from auth.password_links where person_id = v_former;
      update identity.mails set person_id = null where person_id = v_former;
      delete from identity.persons where id = v_former;
    end if;
    return true;
  end $$`,
);
