import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An account that its person has not accepted belongs to the address that its portal has named: it stays with that
 * address when the person leaves it, so that no portal learns by naming two addresses that both are one person. And what
 * applications got for themselves outlives the proof of an address.
 */
export class NamedAddresses20261123000000 implements MigrationInterface {
  name = 'NamedAddresses20261123000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table identity.accounts
        add column left_by bigint references identity.persons (id) on delete set null; -- whose address it was until then
      create index accounts_left_by on identity.accounts (left_by) where left_by is not null;
      alter table auth.grant_families add column for_application boolean not null default false;
    `);
    await runner.query(offersOfBefore);
    await runner.query(/* sql */ `alter table identity.accounts drop column named_email;`);
    for (const text of [ending, leaving, proving, joining, changing, undoing, merging])
      await runner.query(text);
  }

  /**
   * On the way to undoing the migrations before it, which drop the functions that this one has replaced. What stayed
   * with an address stays there: it is an account of a placeholder like any other.
   */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop function auth.take_accounts, auth.settle_left, auth.leave_offers, auth.end_access_tokens,
        auth.end_unproven_logins, auth.end_logins, auth.hold_rights_of_person;
      alter table auth.grant_families drop column for_application;
      alter table identity.accounts drop column left_by, add column named_email text;
      create index accounts_named_email on identity.accounts (portal_id, lower(named_email))
        where named_email is not null;
    `);
  }
}

/** Offers that went with their person to another address go back to who is, or will be, behind the one that was named. */
const offersOfBefore = /* sql */ `
  do $$
  declare v_account record; v_reader bigint;
  begin
    for v_account in
      select a.portal_id, a.id, a.named_email, a.person_id, a.closed_time, a.first_name, a.last_name, a.locale
        from identity.accounts a join identity.persons h on h.id = a.person_id
       where a.accepted_at is null and lower(a.named_email) <> h.email_key order by a.portal_id, a.id
    loop
      insert into identity.persons (email, first_name, last_name, locale)
      values (v_account.named_email, v_account.first_name, v_account.last_name, v_account.locale)
      on conflict on constraint persons_email_key do nothing;
      select id into v_reader from identity.persons where email_key = lower(v_account.named_email);
      if v_account.closed_time is null and exists (
           select 1 from identity.accounts
            where portal_id = v_account.portal_id and person_id = v_reader and closed_time is null) then
        insert into identity.persons (email, first_name, last_name, locale)
        values ('apart-' || v_account.portal_id || '-' || v_account.id || '@apart.invalid',
                v_account.first_name, v_account.last_name, v_account.locale)
        returning id into v_reader;
      end if;
      update identity.accounts set person_id = v_reader, left_by = v_account.person_id
       where portal_id = v_account.portal_id and id = v_account.id;
    end loop;
  end $$;
`;

/**
 * Ending what people's logins opened, for all accounts of a person at once. What applications got for themselves (an
 * assertion, the first tokens of a portal that they made) is no login's: it has no family, or says so. Access tokens of
 * people's logins all have a family.
 */
const ending = /* sql */ `
  -- Excludes issuing for all open accounts of a person, in the order of everybody who does so.
  create function auth.hold_rights_of_person(p_person_id bigint)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock(7513, a.id)
       from (select id from identity.accounts where person_id = p_person_id and closed_time is null
              order by portal_id, id) a;
  end $$;

  -- p_since: what applications got for themselves from then on ends, too; null: none of it.
  create function auth.end_logins(p_person_id bigint, p_because text, p_since timestamptz, p_until timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    -- first: who is giving a consent holds the session, be it in an account just made
    delete from auth.sessions where person_id = p_person_id;
    perform auth.hold_rights_of_person(p_person_id);
    with ended as (
      update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
        from identity.accounts a
       where a.person_id = p_person_id and f.portal_id = a.portal_id and f.account_id = a.id and f.ended_at is null
         and (not f.for_application or f.created_time >= p_since)
      returning f.id)
    insert into auth.revocations (sid, expires_at) select id, p_until from ended;
    update auth.codes c set expires_at = 'epoch'
      from identity.accounts a
     where a.person_id = p_person_id and c.account_id = a.id and c.used_at is null
       and c.day >= (now() at time zone 'utc')::date - 1;
  end $$;

  -- The same, and what was consented to and set before anybody had proven the address.
  create function auth.end_unproven_logins(p_person_id bigint, p_until timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    perform auth.end_logins(p_person_id, 'address proven', null, p_until);
    delete from auth.held_passwords w using identity.accounts a
     where a.person_id = p_person_id and w.portal_id = a.portal_id and w.account_id = a.id;
    delete from auth.consents c using identity.accounts a
     where a.person_id = p_person_id and c.portal_id = a.portal_id and c.account_id = a.id;
  end $$;

  -- Every access token of the accounts that a person has accepted: those name the address. Families go on.
  create function auth.end_access_tokens(p_person_id bigint, p_until timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  declare v_seq bigint;
  begin
    perform auth.hold_rights_of_person(p_person_id);
    select case when is_called then last_value else last_value - 1 end into v_seq from auth.token_seq;
    insert into auth.revocations (account_id, seq, expires_at)
    select id, v_seq, p_until from identity.accounts
     where person_id = p_person_id and accepted_at is not null and closed_time is null
     order by portal_id, id;
  end $$;
  revoke all on function auth.hold_rights_of_person, auth.end_logins, auth.end_unproven_logins, auth.end_access_tokens
    from public;
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
  create function auth.take_accounts(p_from bigint, p_to bigint, p_until timestamptz)
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
