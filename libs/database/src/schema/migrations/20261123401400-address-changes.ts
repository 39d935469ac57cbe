import { Baseline } from './baseline.js';

/**
 * People change their address: nothing changes before the new one is proven, and whoever reads the old one may
 * undo it for seven days. The address of a person who is there already is changed by these functions alone, and
 * each of them takes a link that was mailed.
 */
export class AddressChanges20261123401400 extends Baseline {
  name = 'AddressChanges20261123401400';
  statements = [tables, proving, asking, links];
}

const tables = /* sql */ `
  -- The one change that a person waits for; a newer one takes its place, and the older link stops working.
  create table auth.address_changes (
    person_id bigint primary key references identity.persons(id),
    email text not null,
    requested_time timestamptz not null,
    expires_at timestamptz not null,
    hash bytea unique,                                     -- of the link; null until the mail is written
    link_expires_at timestamptz
  );
  create index address_changes_expiry on auth.address_changes (expires_at);
  grant select, delete on auth.address_changes to lp_auth;

  -- Addresses that people have left: kept free for them as long as the change can be undone.
  create table auth.former_addresses (
    email_key text primary key,
    person_id bigint not null references identity.persons(id),
    email text not null,
    left_time timestamptz not null,
    expires_at timestamptz not null,
    hash bytea unique
  );
  -- what can still be undone for a person
  create index former_addresses_person on auth.former_addresses (person_id, left_time);
  create index former_addresses_expiry on auth.former_addresses (expires_at);
  grant select, delete on auth.former_addresses to lp_auth;
`;

/** A trigger, because there are several ways to prove one: whoever it is, an address that is kept is not for them. */
const proving = /* sql */ `
  create function auth.address_proven()
  returns trigger language plpgsql security definer set search_path = pg_catalog as $$
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

  create trigger address_proven after update on identity.persons
    for each row execute function auth.address_proven();
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

  create function auth.ask_address_change(
    p_person_id bigint, p_email text, p_now timestamptz, p_expires_at timestamptz)
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

/** As for links that set a password: only for somebody to whom a mail with one is being written. */
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
