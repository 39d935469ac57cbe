import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Proving, changing and undoing an address, and merging, by the rules of NamedAddresses: for all accounts at once. */
export class LeavingAddresses20261123000100 implements MigrationInterface {
  name = 'LeavingAddresses20261123000100';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of [proving, joining, changing, undoing, merging]) await runner.query(text);
  }

  /** On the way to undoing the migrations before it, which drop the functions that this one has replaced. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function auth.take_accounts');
  }
}

const proving = /* sql */ `
  create or replace function auth.prove_person(p_person_id bigint, p_by text, p_portal_id int, p_until timestamptz)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  begin
    update identity.persons set proven_time = clock_timestamp(), proven_by = p_by, proven_portal_id = p_portal_id
     where id = p_person_id and proven_time is null;
    if not found then return false; end if;
    update identity.accounts set left_by = null -- rows before the locks of their rights, as in every login
     where (portal_id, id) in (select portal_id, id from identity.accounts
                                where person_id = p_person_id and left_by is not null order by 1, 2 for update);
    perform auth.end_unproven_logins(p_person_id, p_until);
    return true;
  end $$;
`;

const joining = /* sql */ `
  create or replace function auth.join_placeholder(p_placeholder bigint, p_person_id bigint, p_until timestamptz)
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
`;

/** What is not accepted is taken from the person first: a placeholder's account in the same portal need not stay apart then. */
const changing = /* sql */ `
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
`;

/**
 * A thief may set up a second factor before changing the address: one of the seven days before the change goes with
 * it. The owner was told of each of them by mail, and of an older one had the time to do something about it.
 */
const undoing = /* sql */ `
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
`;

/** What the other person has not accepted stays with their address, of which nothing else is known from then on. */
const merging = /* sql */ `
  create or replace function auth.merge_persons(
    p_session_id text, p_person_id bigint, p_now timestamptz, p_fresh_since timestamptz, p_until timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
  declare
    v_login auth.merge_logins; v_other identity.persons; v_left bigint; v_portals jsonb; v_moved int[];
  begin
    select * into v_login from auth.merge_logins where session_id = p_session_id;
    if not found then return '{"outcome": "sign in"}'; end if;
    perform 1 from identity.persons where id in (p_person_id, v_login.person_id) order by id for update;
    delete from auth.merge_logins
     where session_id = p_session_id and person_id = v_login.person_id and signed_in_at > p_fresh_since
    returning * into v_login;
    if not found then return '{"outcome": "sign in"}'; end if;
    perform 1 from auth.sessions where id = p_session_id and person_id = p_person_id and by_password for key share;
    if not found then return '{"outcome": "sign in"}'; end if;
    select * into v_other from identity.persons
     where id = v_login.person_id and id <> p_person_id and proven_time is not null;
    if not found then return '{"outcome": "sign in"}'; end if;
    perform 1 from auth.passwords
      where person_id = v_other.id and encode(sha256(convert_to(hash, 'UTF8')), 'hex') = v_login.password_mark
        for update;
    if not found then return '{"outcome": "sign in"}'; end if;
    if not v_login.by_factor and exists (
         select 1 from auth.second_factors where person_id = v_other.id and confirmed_at is not null) then
      return '{"outcome": "sign in"}';
    end if;
    if exists (select 1 from auth.former_addresses
                where person_id in (p_person_id, v_other.id) and expires_at > p_now) then
      return '{"outcome": "recent"}';
    end if;
    select jsonb_agg(p.title order by p.title) into v_portals
      from identity.accounts a
      join identity.accounts b on b.portal_id = a.portal_id and b.person_id = p_person_id and b.closed_time is null
      join identity.portals p on p.id = a.portal_id
     where a.person_id = v_other.id and a.closed_time is null;
    if v_portals is not null then return jsonb_build_object('outcome', 'both', 'portals', v_portals); end if;

    v_left := auth.leave_offers(v_other.id);
    v_moved := auth.take_accounts(v_other.id, p_person_id, p_until);
    delete from identity.persons where id = v_other.id;
    perform auth.settle_left(v_left, v_other.email);
    return jsonb_build_object('outcome', 'done', 'personId', v_other.id, 'email', v_other.email,
                              'locale', v_other.locale, 'moved', to_jsonb(v_moved));
  end $$;

  -- Everything that a person has accepted goes to another one, with its ids; nothing is left of the first but the row.
  create or replace function auth.take_accounts(p_from bigint, p_to bigint, p_until timestamptz)
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
  end $$;
  revoke all on function auth.take_accounts from public;
`;
