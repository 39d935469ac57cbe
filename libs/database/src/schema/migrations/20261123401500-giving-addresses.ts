import { Baseline } from './baseline.js';

/** What the links of an address change do. */
export class GivingAddresses20261123401500 extends Baseline {
  name = 'GivingAddresses20261123401500';
  statements = [joining, leaving, changing, undoing];
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
  declare v_apart int[];
  begin
    perform 1 from identity.accounts where person_id = p_placeholder order by portal_id, id for update;
    perform auth.end_unproven_logins(p_placeholder, p_until);
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

/** The person's own name is not the placeholder's: who proves the address next is somebody else, or they again. */
const leaving = /* sql */ `
  -- Takes from a person what they have not accepted. Returns who has it now, until settle_left() gives them the address.
  create function auth.leave_offers(p_person_id bigint)
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
  end $$;

  create function auth.settle_left(p_left bigint, p_email text)
  returns void language sql set search_path = pg_catalog as $$
    update identity.persons set email = p_email where id = p_left
  $$;

  revoke all on function auth.leave_offers, auth.settle_left from public;
`;

/**
 * Uses the link up and changes the address. Access tokens name the address, so those of before end; what people
 * granted to applications is the account's, and goes on. What is not accepted is taken from the person first: a
 * placeholder's account in the same portal need not stay apart then. The people are locked before anything is spent, in
 * the order of their ids. Whoever returns to an address that is kept for them ends what came after they left it.
 */
const changing = /* sql */ `
  create function auth.change_address(
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
    perform auth.give_address(p_person_id, v_email, p_now);
    perform auth.settle_left(v_left, v_person.email);
    update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where person_id = p_person_id and accepted_at is not null and closed_time is null;
    perform auth.end_access_tokens(p_person_id, p_until);
    delete from auth.sessions where person_id = p_person_id and id <> p_session_id;
    update auth.password_links set used_at = clock_timestamp() where person_id = p_person_id and used_at is null;
    return jsonb_build_object('outcome', 'done', 'former', v_person.email, 'email', v_email,
                              'isBack', v_left_time is not null, 'apart', to_jsonb(v_apart));
  end $$;

  revoke all on function auth.change_address from public;
  grant execute on function auth.change_address to lp_auth;
`;

/**
 * Gives an address back, and ends everything that has come since it was left. The oldest address wins: its link
 * undoes the later changes too, and theirs leave it alone.
 *
 * A thief may set up a second factor before changing the address: one of the seven days before the change goes with
 * it. The owner was told of each of them by mail, and of an older one had the time to do something about it.
 */
const undoing = /* sql */ `
  create function auth.undo_address_change(p_hash bytea, p_now timestamptz, p_until timestamptz)
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
    perform auth.give_address(v_person.id, v_former.email, p_now);
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
  end $$;

  revoke all on function auth.undo_address_change from public;
  grant execute on function auth.undo_address_change to lp_auth;
`;
