import { Baseline } from './baseline.js';

/** Two people turn out to be one: whoever has signed in to both, freshly and in one browser, may say so. */
export class Merging20261122801300 extends Baseline {
  name = 'Merging20261122801300';
  statements = [table, merging];
}

const table = /* sql */ `
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
`;

/**
 * All accounts of the other person go to this one; ids stay. What was got through the other's logins ends, and the
 * other person with it. Nothing of that while a change of an address can be undone: a thief of an account could
 * merge away what the link gives back. People are locked first, in the order of their ids, so that two who merge
 * each other wait for one another.
 */
const merging = /* sql */ `
  create function auth.merge_persons(
    p_session_id text, p_person_id bigint, p_now timestamptz, p_fresh_since timestamptz, p_until timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
  declare
    v_login auth.merge_logins; v_other identity.persons; v_account record; v_portals jsonb; v_moved int[] := '{}';
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

    for v_account in
      select portal_id, id, closed_time, accepted_at from identity.accounts where person_id = v_other.id
       order by portal_id, id for update
    loop
      perform auth.take_away_rights('account', v_account.id::text, true, 'merged', p_until);
      delete from auth.consents where portal_id = v_account.portal_id and account_id = v_account.id;
      if v_account.accepted_at is not null and v_account.closed_time is null then
        v_moved := v_moved || v_account.id;
        update identity.accounts
           set person_id = p_person_id, updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
         where portal_id = v_account.portal_id and id = v_account.id;
      else
        update identity.accounts set person_id = p_person_id, named_email = coalesce(named_email, v_other.email)
         where portal_id = v_account.portal_id and id = v_account.id;
      end if;
    end loop;
    delete from auth.sessions where person_id = v_other.id;
    delete from auth.password_links where person_id = v_other.id;
    delete from auth.address_changes where person_id = v_other.id;
    delete from auth.former_addresses where person_id = v_other.id;
    delete from auth.second_factors where person_id = v_other.id;
    delete from auth.recovery_codes where person_id = v_other.id;
    delete from auth.passwords where person_id = v_other.id;
    update identity.mails set person_id = p_person_id where person_id = v_other.id;
    delete from identity.persons where id = v_other.id;
    return jsonb_build_object('outcome', 'done', 'personId', v_other.id, 'email', v_other.email,
                              'locale', v_other.locale, 'moved', to_jsonb(v_moved));
  end $$;

  revoke all on function auth.merge_persons from public;
  grant execute on function auth.merge_persons to lp_auth;
`;
