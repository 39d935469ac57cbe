import { Baseline } from './baseline.js';

/**
 * Ending what people's logins opened, for all accounts of a person at once. What applications got for themselves (an
 * assertion, the first tokens of a portal that they made) is no login's: it has no family, or says so. Access tokens of
 * people's logins all have a family.
 */
export class EndingLogins20261123401100 extends Baseline {
  name = 'EndingLogins20261123401100';
  statements = [functions];
}

const functions = /* sql */ `
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

  -- The logins of a person, and what was consented to and set before anybody had proven the address.
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
