import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * People change their address: nothing changes before the new one is proven, and who reads the old one may undo it for
 * seven days. The address of a person who is there already is changed by these functions alone, and each of them takes
 * a link that was mailed.
 */
export class AddressChanges20261122665000 implements MigrationInterface {
  name = 'AddressChanges20261122665000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- The one change that a person waits for; a newer one takes its place, and the older link stops working.
      create table auth.address_changes (
        person_id bigint primary key references identity.persons(id),
        email text not null,
        requested_time timestamptz not null,
        expires_at timestamptz not null,
        hash bytea unique,                                       -- of the link; null until the mail is written
        link_expires_at timestamptz
      );
      create index address_changes_expiry on auth.address_changes (expires_at);

      -- Addresses that people have left: kept free for them as long as the change can be undone.
      create table auth.former_addresses (
        email_key text primary key,
        person_id bigint not null references identity.persons(id),
        email text not null,
        left_time timestamptz not null,
        expires_at timestamptz not null,
        hash bytea unique
      );
      create index former_addresses_person on auth.former_addresses (person_id, left_time);
      create index former_addresses_expiry on auth.former_addresses (expires_at);

      -- An offer shows the address that its portal has named, whatever the person's is by now; null: it is the same.
      alter table identity.accounts add column named_email text;
      create index accounts_named_email on identity.accounts (portal_id, lower(named_email))
        where named_email is not null;

      grant select, delete on auth.address_changes to lp_auth;
      grant select, delete on auth.former_addresses to lp_auth;
      grant update (created_time) on identity.persons to lp_api;  -- a lock takes the right to update
    `);
    for (const text of [proving, asking, links, joining, changing, undoing]) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop function auth.undo_address_change, auth.change_address, auth.give_address, auth.join_placeholder, auth.issue_undo_link,
        auth.issue_address_link, auth.ask_address_change, auth.is_address_taken;
      drop trigger address_proven on identity.persons;
      drop function auth.address_proven;
      revoke update (created_time) on identity.persons from lp_api;
      alter table identity.accounts drop column named_email;
      drop table auth.former_addresses, auth.address_changes;
    `);
  }
}

/** A trigger, because there are several who prove: whoever they are, an address that is kept is not for them. */
const proving = /* sql */ `
  create function auth.address_proven() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if old.proven_time is not null or new.proven_time is null then return null; end if;
    if exists (select 1 from auth.former_addresses f
                where f.email_key = new.email_key and f.person_id <> new.id and f.expires_at > clock_timestamp()) then
      raise exception 'the address is kept for who left it less than seven days ago' using errcode = 'check_violation';
    end if;
    delete from auth.address_changes where person_id = new.id;
    return null;
  end $$;
  revoke all on function auth.address_proven from public;
  create trigger address_proven after update on identity.persons for each row
    execute function auth.address_proven();
`;

const asking = /* sql */ `
  -- Whether an address is that of another proven person, or kept for one.
  create function auth.is_address_taken(p_person_id bigint, p_email text, p_now timestamptz)
  returns boolean language sql stable set search_path = pg_catalog as $$
    select exists (select 1 from identity.persons
                    where email_key = lower(p_email) and id <> p_person_id and proven_time is not null)
        or exists (select 1 from auth.former_addresses
                    where email_key = lower(p_email) and person_id <> p_person_id and expires_at > p_now)
  $$;

  create function auth.ask_address_change(p_person_id bigint, p_email text, p_now timestamptz, p_expires_at timestamptz)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.address_changes (person_id, email, requested_time, expires_at)
    select id, p_email, p_now, p_expires_at from identity.persons where id = p_person_id and proven_time is not null
    on conflict (person_id) do update
      set email = excluded.email, requested_time = excluded.requested_time, expires_at = excluded.expires_at,
          hash = null, link_expires_at = null
  $$;
  revoke all on function auth.is_address_taken, auth.ask_address_change from public;
  grant execute on function auth.ask_address_change to lp_auth;
`;

/** As for links to set a password: only for whom a mail is being written that has one. */
const links = /* sql */ `
  create function auth.issue_address_link(
    p_person_id bigint, p_email text, p_hash bytea, p_now timestamptz, p_expires_at timestamptz)
  returns text language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if not exists (
         select 1 from identity.mails m
          where m.person_id = p_person_id and m.template = 'address-change' and lower(m.recipient) = lower(p_email)
            and m.sent_time is null and m.next_try_time is not null and m.tries > 0) then
      raise exception 'no mail with a link waits for this address' using errcode = 'insufficient_privilege';
    end if;
    perform 1 from auth.address_changes
      where person_id = p_person_id and lower(email) = lower(p_email) and expires_at > p_now for update;
    if not found then return 'gone'; end if;
    if auth.is_address_taken(p_person_id, p_email, p_now) then return 'taken'; end if;
    update auth.address_changes set hash = p_hash, link_expires_at = least(p_expires_at, expires_at)
     where person_id = p_person_id;
    return 'stored';
  end $$;

  create function auth.issue_undo_link(p_person_id bigint, p_email text, p_hash bytea, p_now timestamptz)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if not exists (
         select 1 from identity.mails m
          where m.person_id = p_person_id and m.template = 'address-changed' and lower(m.recipient) = lower(p_email)
            and m.sent_time is null and m.next_try_time is not null and m.tries > 0) then
      raise exception 'no mail with a link waits for this address' using errcode = 'insufficient_privilege';
    end if;
    update auth.former_addresses set hash = p_hash
     where email_key = lower(p_email) and person_id = p_person_id and expires_at > p_now;
    return found;
  end $$;
  revoke all on function auth.issue_address_link, auth.issue_undo_link from public;
  grant execute on function auth.issue_address_link, auth.issue_undo_link to lp_worker;
`;

/**
 * Whoever proves the address of a placeholder is who portals meant: its accounts are offers of this person, and what
 * was got before the proof ends. Ids stay. Where the person has an account in the same portal already, the other one
 * stays apart, under an address that cannot exist: a portal that names an address must not be able to forbid it.
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
 * granted to applications is the account's, and goes on. The people are locked before anything is spent, in the order
 * of their ids. Who returns to an address that is kept for them ends what came after they left it.
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
 * Gives an address back, and ends everything that there is since it was left. The oldest address wins: its link undoes
 * the later changes too, and theirs leave it alone.
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
