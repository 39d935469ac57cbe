import { dbFunction } from '../../db-function.js';

/**
 * Restores the address; revokes the password, all access tokens, and logins and consents granted since. The oldest
 * address wins: its link also undoes later changes, while links of later changes do not affect it.
 * Removes second factors confirmed up to seven days before the change first: an attacker may have added one. The owner
 * got a mail about each factor, and for an older one had time to react.
 */
export const undoAddressChange = dbFunction(
  'auth.undo_address_change',
  { execute: { auth: 'a link that was mailed to the former address restores it' } },
  /* sql */ `
  create or replace function auth.undo_address_change(p_hash bytea, p_now timestamptz, p_until timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
  declare
    v_former auth.former_addresses; v_person identity.persons; v_holder bigint; v_left bigint; v_apart int[] := '{}';
    v_factor boolean;
  begin
    select * into v_former from auth.former_addresses where hash = p_hash;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from identity.persons where id = v_former.person_id or email_key = v_former.email_key
      order by id for update;
    delete from auth.former_addresses where hash = p_hash and expires_at > p_now;
    if not found then return '{"outcome": "dead"}'; end if;
    if auth.is_address_taken(v_former.person_id, v_former.email, p_now) then return '{"outcome": "dead"}'; end if;

    select * into v_person from identity.persons where id = v_former.person_id;
    v_left := auth.leave_offers(v_person.id);
    select id into v_holder from identity.persons where email_key = v_former.email_key and id <> v_former.person_id;
    if found then v_apart := auth.join_placeholder(v_holder, v_former.person_id, p_until); end if;
    delete from auth.former_addresses where person_id = v_former.person_id and left_time >= v_former.left_time;
    delete from auth.address_changes where person_id = v_former.person_id;
    perform auth.assign_address(v_person.id, v_former.email, p_now);
    perform auth.settle_left(v_left, v_person.email);
    update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where person_id = v_person.id and accepted_at is not null and closed_time is null;
    perform auth.end_access_tokens(v_person.id, p_until);
    perform auth.end_logins(v_person.id, 'address change undone', v_former.left_time, p_until);
    delete from auth.consents c using identity.accounts a
     where a.person_id = v_person.id and c.portal_id = a.portal_id and c.account_id = a.id
       and c.granted_time >= v_former.left_time;
    update auth.password_links set used_at = clock_timestamp() where person_id = v_person.id and used_at is null;
    delete from auth.passwords where person_id = v_person.id;
    delete from auth.second_factors
     where person_id = v_person.id
       and (confirmed_at is null or confirmed_at >= v_former.left_time - interval '7 days')
    returning confirmed_at is not null into v_factor;
    if found then delete from auth.recovery_codes where person_id = v_person.id; end if;
    return jsonb_build_object('outcome', 'done', 'personId', v_person.id, 'lost', v_person.email,
                              'email', v_former.email, 'apart', to_jsonb(v_apart),
                              'hadFactor', coalesce(v_factor, false));
  end $$`,
);
