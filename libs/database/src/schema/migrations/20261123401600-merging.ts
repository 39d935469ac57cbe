import { Baseline } from './baseline.js';

/**
 * Two people turn out to be one: whoever has signed in to both, freshly and in one browser, may say so. Two passwords
 * do not merge two people: the mailbox of the one that ends says yes, by a link that works only in that browser.
 */
export class Merging20261123401600 extends Baseline {
  name = 'Merging20261123401600';
  statements = [tables, asking, link, merging];
}

const tables = /* sql */ `
  -- Who has signed in to another account besides, in the browser of this session.
  create table auth.merge_logins (
    session_id text primary key references auth.sessions(id) on delete cascade,
    person_id bigint not null references identity.persons(id) on delete cascade,
    password_mark text not null,                           -- stands for the password that was given
    by_factor boolean not null,
    signed_in_at timestamptz not null
  );
  create index merge_logins_person on auth.merge_logins (person_id);
  grant select, insert, update, delete on auth.merge_logins to lp_auth;

  -- The one merge that waits for the mailbox of a person; a newer one takes its place, and the older link stops
  -- working.
  create table auth.merge_requests (
    person_id bigint primary key references identity.persons(id) on delete cascade, -- who ends
    session_id text not null unique references auth.sessions(id) on delete cascade, -- of who stays
    password_mark text not null,
    by_factor boolean not null,
    expires_at timestamptz not null,
    hash bytea unique                                      -- of the link; null until the mail is written
  );
  create index merge_requests_expiry on auth.merge_requests (expires_at);
  grant select, delete on auth.merge_requests to lp_auth;
`;

const asking = /* sql */ `
  -- What stands in the way of merging two people; null: nothing. Not while a change of an address can be undone: who has
  -- stolen an account could merge away what the link gives back.
  create function auth.merge_obstacle(p_person_id bigint, p_other_id bigint, p_now timestamptz)
  returns jsonb language plpgsql stable set search_path = pg_catalog as $$
  declare v_portals jsonb;
  begin
    if exists (select 1 from auth.former_addresses
                where person_id in (p_person_id, p_other_id) and expires_at > p_now) then
      return '{"outcome": "recent"}';
    end if;
    select jsonb_agg(p.title order by p.title) into v_portals
      from identity.accounts a
      join identity.accounts b on b.portal_id = a.portal_id and b.person_id = p_person_id and b.closed_time is null
      join identity.portals p on p.id = a.portal_id
     where a.person_id = p_other_id and a.closed_time is null;
    if v_portals is null then return null; end if;
    return jsonb_build_object('outcome', 'both', 'portals', v_portals);
  end $$;

  -- Whether a login of before would still be one: the same password, and no factor that it did not use.
  create function auth.is_same_login(p_person_id bigint, p_password_mark text, p_by_factor boolean)
  returns boolean language plpgsql set search_path = pg_catalog as $$
  begin
    perform 1 from auth.passwords
      where person_id = p_person_id and encode(sha256(convert_to(hash, 'UTF8')), 'hex') = p_password_mark for update;
    return found and (p_by_factor or not exists (
      select 1 from auth.second_factors where person_id = p_person_id and confirmed_at is not null));
  end $$;

  -- Notes that who is signed in to both, freshly, wants to merge them; the mail is the caller's to send.
  create function auth.ask_merge(
    p_session_id text, p_person_id bigint, p_other_id bigint, p_now timestamptz, p_fresh_since timestamptz,
    p_expires_at timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
  declare v_login auth.merge_logins; v_other identity.persons; v_obstacle jsonb;
  begin
    perform 1 from identity.persons where id in (p_person_id, p_other_id) order by id for update;
    perform 1 from auth.sessions where id = p_session_id and person_id = p_person_id and by_password for key share;
    if not found then return '{"outcome": "sign in"}'; end if;
    select * into v_login from auth.merge_logins
     where session_id = p_session_id and person_id = p_other_id and signed_in_at > p_fresh_since;
    if not found then return '{"outcome": "sign in"}'; end if;
    select * into v_other from identity.persons
     where id = p_other_id and id <> p_person_id and proven_time is not null;
    if not found or not auth.is_same_login(p_other_id, v_login.password_mark, v_login.by_factor) then
      return '{"outcome": "sign in"}';
    end if;
    v_obstacle := auth.merge_obstacle(p_person_id, p_other_id, p_now);
    if v_obstacle is not null then return v_obstacle; end if;
    delete from auth.merge_requests where session_id = p_session_id or person_id = p_other_id;
    insert into auth.merge_requests (person_id, session_id, password_mark, by_factor, expires_at)
    values (p_other_id, p_session_id, v_login.password_mark, v_login.by_factor, p_expires_at);
    return jsonb_build_object('outcome', 'asked', 'personId', v_other.id, 'email', v_other.email,
                              'locale', v_other.locale);
  end $$;

  revoke all on function auth.merge_obstacle, auth.is_same_login, auth.ask_merge from public;
  grant execute on function auth.ask_merge to lp_auth;
`;

/** As for links that set a password: only for somebody to whom a mail with one is being written. */
const link = /* sql */ `
  create function auth.issue_merge_link(p_person_id bigint, p_email text, p_hash bytea, p_now timestamptz)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if not exists (
         select 1 from identity.mails m join identity.persons h on h.id = m.person_id
          where m.person_id = p_person_id and m.template = 'merge-accounts' and lower(m.recipient) = lower(p_email)
            and h.email_key = lower(p_email)
            and m.sent_time is null and m.next_try_time is not null and m.tries > 0) then
      raise exception 'no mail with a link waits for this address' using errcode = 'insufficient_privilege';
    end if;
    update auth.merge_requests set hash = p_hash where person_id = p_person_id and expires_at > p_now;
    return found;
  end $$;

  revoke all on function auth.issue_merge_link from public;
  grant execute on function auth.issue_merge_link to lp_worker;
`;

/**
 * All accounts that the other person has accepted go to this one; ids stay. What was got through the other's logins
 * ends, and the other person with it. What the other person has not accepted stays with their address, of which nothing
 * else is known from then on. People are locked first, in the order of their ids, so that two who merge each other wait
 * for one another.
 */
const merging = /* sql */ `
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

  create function auth.merge_persons(
    p_hash bytea, p_session_id text, p_person_id bigint, p_now timestamptz, p_until timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
  declare
    v_request auth.merge_requests; v_other identity.persons; v_left bigint; v_moved int[]; v_obstacle jsonb;
  begin
    select * into v_request from auth.merge_requests where hash = p_hash and session_id = p_session_id;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from identity.persons where id in (p_person_id, v_request.person_id) order by id for update;
    delete from auth.merge_requests
     where hash = p_hash and session_id = p_session_id and person_id = v_request.person_id and expires_at > p_now
    returning * into v_request;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from auth.sessions where id = p_session_id and person_id = p_person_id and by_password for key share;
    if not found then return '{"outcome": "dead"}'; end if;
    select * into v_other from identity.persons
     where id = v_request.person_id and id <> p_person_id and proven_time is not null;
    if not found or not auth.is_same_login(v_other.id, v_request.password_mark, v_request.by_factor) then
      return '{"outcome": "dead"}';
    end if;
    v_obstacle := auth.merge_obstacle(p_person_id, v_other.id, p_now);
    if v_obstacle is not null then return v_obstacle; end if;

    v_left := auth.leave_offers(v_other.id);
    v_moved := auth.take_accounts(v_other.id, p_person_id, p_until);
    delete from identity.persons where id = v_other.id;
    perform auth.settle_left(v_left, v_other.email);
    return jsonb_build_object('outcome', 'done', 'personId', v_other.id, 'email', v_other.email,
                              'locale', v_other.locale, 'moved', to_jsonb(v_moved));
  end $$;

  revoke all on function auth.take_accounts, auth.merge_persons from public;
  grant execute on function auth.merge_persons to lp_auth;
`;
