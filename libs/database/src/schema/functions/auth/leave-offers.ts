import { dbFunction } from '../../db-function.js';

/**
 * Moves accounts that a person has not accepted to a new placeholder, which is returned; settle_left() later gives it
 * the address. The placeholder does not get the person's own name, because another person may prove the address next.
 */
export const leaveOffers = dbFunction(
  'auth.leave_offers',
  {},
  /* sql */ `
  create or replace function auth.leave_offers(p_person_id bigint)
  returns bigint language plpgsql set search_path = pg_catalog as $$
  declare v_left bigint;
  begin
    perform 1 from identity.accounts where person_id = p_person_id and accepted_at is null order by portal_id, id for update;
    insert into identity.persons (email, first_name, last_name, locale)
    select 'left-' || p_person_id || '@apart.invalid', a.first_name, a.last_name, a.locale
      from identity.accounts a where a.person_id = p_person_id and a.accepted_at is null
     order by a.created_time desc, a.id desc limit 1
    returning id into v_left;
    if v_left is null then return null; end if;
    update identity.accounts set person_id = v_left, left_by = p_person_id
     where person_id = p_person_id and accepted_at is null;
    update identity.mails set person_id = v_left
     where person_id = p_person_id and template in ('login', 'invitation') and next_try_time is not null;
    return v_left;
  end $$`,
);
