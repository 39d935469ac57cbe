import { Baseline } from './baseline.js';

/** What the links of an address change do. */
export class GivingAddresses20261122801210 extends Baseline {
  name = 'GivingAddresses20261122801210';
  statements = [joining, changing, undoing];
}

/**
 * Whoever proves the address of a placeholder is the one whom portals meant: its accounts are offers to this
 * person, and what was got before the proof ends. Ids stay. Where the person has an account in the same portal
 * already, the other one stays apart, under an address that cannot exist: a portal that names an address must not
 * be able to forbid it.
 */
const joining = /* sql */ `
  create function auth.join_placeholder(p_placeholder bigint, p_person_id bigint, p_until timestamptz)
  returns int[] language plpgsql set search_path = pg_catalog as $$
  declare v_account record; v_apart int[] := '{}';
  begin
    for v_account in
      select portal_id, id, closed_time from identity.accounts where person_id = p_placeholder
       order by portal_id, id for update
    loop
      perform auth.take_away_rights('account', v_account.id::text, true, 'address proven', p_until);
      delete from auth.held_passwords where portal_id = v_account.portal_id and account_id = v_account.id;
      delete from auth.consents where portal_id = v_account.portal_id and account_id = v_account.id;
      if v_account.closed_time is null and exists (
           select 1 from identity.accounts
            where portal_id = v_account.portal_id and person_id = p_person_id and closed_time is null) then
        v_apart := v_apart || v_account.id;
      else
        update identity.accounts set person_id = p_person_id, accepted_at = null
         where portal_id = v_account.portal_id and id = v_account.id;
      end if;
    end loop;
    delete from auth.sessions where person_id = p_placeholder;
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
  end $$;

  -- Somebody else may get or be named by the address in this very moment: the next try sees who it is.
  create function auth.give_address(p_person_id bigint, p_email text, p_now timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    -- mails that were sent to the address which is left are found by the person from now on, to be erased with them
    update identity.mails m set person_id = p_person_id from identity.persons h
     where h.id = p_person_id and lower(m.recipient) = h.email_key and m.person_id is null
       and m.next_try_time is null;
    update identity.persons set email = p_email, proven_time = p_now, proven_by = 'mail', proven_portal_id = null
     where id = p_person_id;
  exception when unique_violation then
    raise exception 'the address was taken just now' using errcode = 'serialization_failure';
  end $$;

  revoke all on function auth.join_placeholder, auth.give_address from public;
`;

/**
 * Uses the link up and changes the address. Access tokens name the address, so those of before end; what people
 * granted to applications is the account's, and goes on. The people are locked before anything is spent, in the
 * order of their ids. Whoever returns to an address that is kept for them ends what came after they left it.
 */
const changing = /* sql */ `
  create function auth.change_address(
    p_hash bytea, p_person_id bigint, p_session_id text, p_now timestamptz, p_undo_until timestamptz,
    p_until timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
  declare
    v_email text; v_person identity.persons; v_holder bigint; v_left timestamptz; v_account int; v_apart int[] := '{}';
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
    update identity.accounts set named_email = v_person.email
     where person_id = p_person_id and accepted_at is null and named_email is null;
    select id into v_holder from identity.persons where email_key = lower(v_email) and id <> p_person_id;
    if found then v_apart := auth.join_placeholder(v_holder, p_person_id, p_until); end if;
    select left_time into v_left from auth.former_addresses
     where email_key = lower(v_email) and person_id = p_person_id and expires_at > p_now;
    if found then
      delete from auth.former_addresses where person_id = p_person_id and left_time >= v_left;
    else
      delete from auth.former_addresses where email_key in (lower(v_email), v_person.email_key);
      insert into auth.former_addresses (email_key, person_id, email, left_time, expires_at)
      values (v_person.email_key, p_person_id, v_person.email, p_now, p_undo_until);
    end if;
    perform auth.give_address(p_person_id, v_email, p_now);
    update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where person_id = p_person_id and accepted_at is not null and closed_time is null;
    for v_account in select id from identity.accounts where person_id = p_person_id order by portal_id, id loop
      perform auth.take_away_rights('account', v_account::text, false, 'address changed', p_until);
    end loop;
    delete from auth.sessions where person_id = p_person_id and id <> p_session_id;
    update auth.password_links set used_at = clock_timestamp() where person_id = p_person_id and used_at is null;
    return jsonb_build_object('outcome', 'done', 'former', v_person.email, 'email', v_email,
                              'isBack', v_left is not null, 'apart', to_jsonb(v_apart));
  end $$;

  revoke all on function auth.change_address from public;
  grant execute on function auth.change_address to lp_auth;
`;

/**
 * Gives an address back, and ends everything that has come since it was left. The oldest address wins: its link
 * undoes the later changes too, and theirs leave it alone.
 */
const undoing = /* sql */ `
  create function auth.undo_address_change(p_hash bytea, p_now timestamptz, p_until timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
  declare
    v_former auth.former_addresses; v_person identity.persons; v_holder bigint; v_account record;
    v_apart int[] := '{}';
  begin
    select * into v_former from auth.former_addresses where hash = p_hash;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from identity.persons where id = v_former.person_id or email_key = v_former.email_key
      order by id for update;
    delete from auth.former_addresses where hash = p_hash and expires_at > p_now;
    if not found then return '{"outcome": "dead"}'; end if;
    if auth.is_address_taken(v_former.person_id, v_former.email, p_now) then return '{"outcome": "dead"}'; end if;

    select * into v_person from identity.persons where id = v_former.person_id;
    update identity.accounts set named_email = v_person.email
     where person_id = v_person.id and accepted_at is null and named_email is null;
    select id into v_holder from identity.persons where email_key = v_former.email_key and id <> v_former.person_id;
    if found then v_apart := auth.join_placeholder(v_holder, v_former.person_id, p_until); end if;
    delete from auth.former_addresses where person_id = v_former.person_id and left_time >= v_former.left_time;
    delete from auth.address_changes where person_id = v_former.person_id;
    perform auth.give_address(v_person.id, v_former.email, p_now);
    update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where person_id = v_person.id and accepted_at is not null and closed_time is null;
    delete from auth.sessions where person_id = v_person.id;
    for v_account in
      select portal_id, id from identity.accounts where person_id = v_person.id order by portal_id, id
    loop
      perform auth.take_away_rights('account', v_account.id::text, true, 'address change undone', p_until);
      delete from auth.consents
       where portal_id = v_account.portal_id and account_id = v_account.id and granted_time >= v_former.left_time;
    end loop;
    update auth.password_links set used_at = clock_timestamp() where person_id = v_person.id and used_at is null;
    delete from auth.passwords where person_id = v_person.id;
    delete from auth.second_factors
     where person_id = v_person.id and (confirmed_at is null or confirmed_at >= v_former.left_time);
    if found then delete from auth.recovery_codes where person_id = v_person.id; end if;
    return jsonb_build_object('outcome', 'done', 'personId', v_person.id, 'lost', v_person.email,
                              'email', v_former.email, 'apart', to_jsonb(v_apart));
  end $$;

  revoke all on function auth.undo_address_change from public;
  grant execute on function auth.undo_address_change to lp_auth;
`;
