import { Baseline } from './baseline.js';

/** Issuing rights and taking them away. */
export class Rights20261123400900 extends Baseline {
  name = 'Rights20261123400900';
  statements = [issuing, taking, holding];
}

/**
 * Issuing and taking away exclude each other by advisory locks (ADR 8). All of this is plpgsql because each of its
 * statements sees what was committed before it began: what is read is read after the locks, in one round trip. A
 * service account speaks for its own client alone.
 */
const issuing = /* sql */ `
  create function auth.issue_access_token(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_jti text, p_sid text,
    p_expires_at timestamptz)
  returns table (
    seq bigint, client_scopes text[], portal_id int, portal_name text, account_id int, person_id bigint,
    roles text[], email text, first_name text, last_name text)
  language plpgsql set search_path = pg_catalog as $$
  #variable_conflict use_column
  declare v_client auth.clients; v_seq bigint;
  begin
    if p_portal_id is not null then perform pg_advisory_xact_lock_shared(7511, p_portal_id); end if;
    perform pg_advisory_xact_lock_shared(7512, hashtext(p_client_id));
    if p_account_id is not null then perform pg_advisory_xact_lock_shared(7513, p_account_id); end if;

    select * into v_client from auth.clients where client_id = p_client_id and status = 1;
    if not found then return; end if;

    if p_account_id is null then
      v_seq := nextval('auth.token_seq');
      return query select v_seq, v_client.scopes, null::int, null::text, null::int, null::bigint,
                          null::text[], null::text, null::text, null::text;
    else
      return query
        select nextval('auth.token_seq'), v_client.scopes, p.id, p.name, a.id, a.person_id, a.roles,
               coalesce(h.email, a.client_id || '@clients.invalid'), a.first_name, a.last_name
          from identity.accounts a
          join identity.portals p on p.id = a.portal_id
          left join identity.persons h on h.id = a.person_id
         where a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null
           and (a.person_id is not null or a.client_id = p_client_id) and (a.lapses_at is null or a.lapses_at > now());
      if not found then return; end if;
      v_seq := currval('auth.token_seq');
    end if;

    insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
    values (p_day, p_jti, p_sid, p_client_id, p_account_id, p_portal_id, v_seq, p_expires_at);
  end $$;

  -- What somebody's own login opens, they have accepted.
  create function auth.issue_code(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_hash bytea, p_family_id text,
    p_redirect_uri text, p_scopes text[], p_code_challenge text, p_by_own_login boolean, p_expires_at timestamptz,
    p_factor_time timestamptz)
  returns boolean language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock_shared(7511, p_portal_id);
    perform pg_advisory_xact_lock_shared(7512, hashtext(p_client_id));
    perform pg_advisory_xact_lock_shared(7513, p_account_id);
    insert into auth.codes (day, hash, family_id, client_id, account_id, portal_id, redirect_uri, scopes,
                            code_challenge, by_own_login, expires_at, factor_time)
    select p_day, p_hash, p_family_id, c.client_id, a.id, a.portal_id, p_redirect_uri, p_scopes,
           p_code_challenge, p_by_own_login, p_expires_at, p_factor_time
      from auth.clients c, identity.accounts a
     where c.client_id = p_client_id and c.status = 1
       and a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null
       and (a.lapses_at is null or a.lapses_at > now()) and (a.accepted_at is not null or not p_by_own_login);
    return found;
  end $$;

  revoke all on function auth.issue_access_token, auth.issue_code from public;
  grant execute on function auth.issue_access_token, auth.issue_code to lp_auth;
`;

const taking = /* sql */ `
  -- Ends every token issued so far to one account, client or portal; with p_end_families their refresh tokens and
  -- codes too. Whoever closes an account takes everything away in that transaction, and nothing is issued for it any
  -- more: a person with many closed accounts costs no lock for each.
  create function auth.take_away_rights(
    p_kind text, p_subject text, p_end_families boolean, p_because text, p_expires_at timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  declare v_seq bigint;
  begin
    if p_kind = 'account' and exists (
         select 1 from identity.accounts a
          where a.id = p_subject::int and a.person_id is not null and a.closed_time is not null
            and a.updated_xid <> pg_current_xact_id()) then
      return;
    end if;
    case p_kind
      when 'portal' then perform pg_advisory_xact_lock(7511, p_subject::int);
      when 'client' then perform pg_advisory_xact_lock(7512, hashtext(p_subject));
      when 'account' then perform pg_advisory_xact_lock(7513, p_subject::int);
      else raise exception 'unknown kind %', p_kind;
    end case;
    select case when is_called then last_value else last_value - 1 end into v_seq from auth.token_seq;
    insert into auth.revocations (account_id, client_id, portal_id, seq, expires_at)
    values (case p_kind when 'account' then p_subject::int end, case p_kind when 'client' then p_subject end,
            case p_kind when 'portal' then p_subject::int end, v_seq, p_expires_at);
    if p_end_families then
      update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
       where f.ended_at is null
         and case p_kind
               when 'portal' then f.portal_id = p_subject::int
               when 'client' then f.client_id = p_subject
               else f.portal_id = (select a.portal_id from identity.accounts a where a.id = p_subject::int)
                    and f.account_id = p_subject::int
             end;
      if p_kind = 'account' then
        update auth.codes c set expires_at = 'epoch'
         where c.day >= (now() at time zone 'utc')::date - 1 and c.account_id = p_subject::int and c.used_at is null;
      else
        update auth.codes c set expires_at = 'epoch'
         where c.day >= (now() at time zone 'utc')::date - 1 and c.used_at is null
           and case p_kind when 'portal' then c.portal_id = p_subject::int else c.client_id = p_subject end;
      end if;
    end if;
  end $$;

  -- Ends every access token of one client in one portal; of families and codes all, or those that nobody's consent
  -- stands for.
  create function auth.take_client_from_portal(
    p_portal_id int, p_client_id text, p_consents_too boolean, p_because text, p_expires_at timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  declare v_seq bigint;
  begin
    perform pg_advisory_xact_lock(7511, p_portal_id);
    select case when is_called then last_value else last_value - 1 end into v_seq from auth.token_seq;
    insert into auth.revocations (client_id, portal_id, seq, expires_at)
    values (p_client_id, p_portal_id, v_seq, p_expires_at);
    update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
     where f.ended_at is null and f.client_id = p_client_id and f.portal_id = p_portal_id
       and (p_consents_too or not exists (
         select 1 from auth.consents c where c.portal_id = f.portal_id and c.account_id = f.account_id
                                         and c.client_id = f.client_id));
    update auth.codes c set expires_at = 'epoch'
     where c.day >= (now() at time zone 'utc')::date - 1 and c.used_at is null
       and c.client_id = p_client_id and c.portal_id = p_portal_id
       and (p_consents_too or not exists (
         select 1 from auth.consents k where k.portal_id = c.portal_id and k.account_id = c.account_id
                                         and k.client_id = c.client_id));
  end $$;

  revoke all on function auth.take_away_rights, auth.take_client_from_portal from public;
  grant execute on function auth.take_away_rights to lp_api, lp_auth;
  grant execute on function auth.take_client_from_portal to lp_auth;
`;

const holding = /* sql */ `
  -- The approval, which stays as it is until the transaction ends.
  create function auth.hold_approval(p_portal_id int, p_client_id text)
  returns setof auth.approvals language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock_shared(7511, p_portal_id);
    return query select * from auth.approvals a where a.portal_id = p_portal_id and a.client_id = p_client_id;
  end $$;

  -- Whoever changes approvals and blocks of a portal comes alone, and while nothing is issued there.
  create function auth.hold_rights_of_portal(p_portal_id int)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock(7511, p_portal_id);
  end $$;

  create function auth.is_blocked(p_portal_id int, p_client_id text)
  returns boolean language plpgsql set search_path = pg_catalog as $$
  begin
    return exists (select 1 from auth.client_blocks where portal_id = p_portal_id and client_id = p_client_id);
  end $$;

  revoke all on function auth.hold_approval, auth.hold_rights_of_portal, auth.is_blocked from public;
  grant execute on function auth.hold_approval, auth.hold_rights_of_portal, auth.is_blocked to lp_auth;
`;
