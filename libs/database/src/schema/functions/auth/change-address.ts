import { dbFunction } from '../../db-function.js';

/**
 * Consumes the link and changes the address. Earlier access tokens end, because they name the address; grants to
 * applications belong to the accounts and stay. Accounts that are not accepted are taken from the person first, so that
 * a placeholder's account in the same portal need not stay separate. The people are locked in the order of their ids
 * before anything is consumed. A person who returns to an address reserved for them ends all later access.
 */
export const changeAddress = dbFunction(
  'auth.change_address',
  { execute: { auth: 'a link that was mailed to the new address changes it' } },
  /* sql */ `
  create or replace function auth.change_address(
    p_hash bytea, p_person_id bigint, p_session_id text, p_now timestamptz, p_undo_until timestamptz,
    p_until timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
  declare
    v_email text; v_person identity.persons; v_holder bigint; v_left bigint; v_left_time timestamptz;
    v_apart int[] := '{}';
  begin
    select email into v_email from auth.address_changes where person_id = p_person_id and hash = p_hash;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from identity.persons where id = p_person_id or email_key = lower(v_email) order by id for update;
    delete from auth.address_changes
     where person_id = p_person_id and hash = p_hash and link_expires_at > p_now and expires_at > p_now;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from auth.sessions where id = p_session_id and person_id = p_person_id for key share;
    if not found then return '{"outcome": "dead"}'; end if;
    if auth.is_address_taken(p_person_id, v_email, p_now) then return '{"outcome": "taken"}'; end if;

    select * into v_person from identity.persons where id = p_person_id;
    v_left := auth.leave_offers(p_person_id);
    select id into v_holder from identity.persons where email_key = lower(v_email) and id <> p_person_id;
    if found then v_apart := auth.join_placeholder(v_holder, p_person_id, p_until); end if;
    select left_time into v_left_time from auth.former_addresses
     where email_key = lower(v_email) and person_id = p_person_id and expires_at > p_now;
    if found then
      delete from auth.former_addresses where person_id = p_person_id and left_time >= v_left_time;
    else
      delete from auth.former_addresses where email_key in (lower(v_email), v_person.email_key);
      insert into auth.former_addresses (email_key, person_id, email, left_time, expires_at)
      values (v_person.email_key, p_person_id, v_person.email, p_now, p_undo_until);
    end if;
    perform auth.assign_address(p_person_id, v_email, p_now);
    perform auth.settle_left(v_left, v_person.email);
    update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where person_id = p_person_id and accepted_at is not null and closed_time is null;
    perform auth.end_access_tokens(p_person_id, p_until);
    delete from auth.sessions where person_id = p_person_id and id <> p_session_id;
    update auth.password_links set used_at = clock_timestamp() where person_id = p_person_id and used_at is null;
    return jsonb_build_object('outcome', 'done', 'former', v_person.email, 'email', v_email,
                              'isBack', v_left_time is not null, 'apart', to_jsonb(v_apart));
  end $$`,
);
