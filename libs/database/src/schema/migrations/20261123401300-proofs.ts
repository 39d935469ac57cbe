import { Baseline } from './baseline.js';

/** Who a person is, only their mailbox or the operator can say. */
export class Proofs20261123401300 extends Baseline {
  name = 'Proofs20261123401300';
  statements = [functions];
}

const functions = /* sql */ `
  -- Of a person who has proven the address nothing is stored, without anybody being told.
  create function auth.hold_password(p_portal_id int, p_account_id int, p_hash text)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.held_passwords (portal_id, account_id, hash)
    select a.portal_id, a.id, p_hash
      from identity.accounts a join identity.persons h on h.id = a.person_id
     where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is null and h.proven_time is null
       and (session_user <> 'lp_api' or a.xmin = pg_current_xact_id()::xid) -- with the account alone
    on conflict (portal_id, account_id) do nothing
  $$;

  -- The first proof of an address ends all that was got before it by logging in, when anybody may have spoken for the
  -- person. What applications got for themselves goes on.
  create function auth.prove_person(p_person_id bigint, p_by text, p_portal_id int, p_until timestamptz)
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

  -- Whether a login with the person's own password opened the family: only that speaks for the person elsewhere.
  create function auth.is_of_own_login(p_family_id text)
  returns boolean language sql stable security definer set search_path = pg_catalog as $$
    select exists (select 1 from auth.grant_families where id = p_family_id and by_own_login and ended_at is null)
  $$;

  -- A person whose own login opened the grant family says yes to the account that is made for them.
  create function identity.accept_by_token(p_portal_id int, p_account_id int, p_family_id text)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  begin
    update identity.accounts a set accepted_at = clock_timestamp(), lapses_at = null
     where a.portal_id = p_portal_id and a.id = p_account_id and a.accepted_at is null and a.closed_time is null
       and a.xmin = pg_current_xact_id()::xid              -- with the account alone
       and exists (select 1 from auth.grant_families f
                     join identity.accounts o on o.portal_id = f.portal_id and o.id = f.account_id
                    where f.id = p_family_id and f.by_own_login and f.ended_at is null
                      and o.status and o.closed_time is null and o.person_id = a.person_id);
    return found;
  end $$;

  revoke all on function 
    auth.hold_password, auth.prove_person, auth.is_of_own_login, identity.accept_by_token from public;
  grant execute on function auth.hold_password, auth.is_of_own_login, identity.accept_by_token to lp_api;
  grant execute on function auth.prove_person to lp_auth;
`;
