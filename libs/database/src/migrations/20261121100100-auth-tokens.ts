import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Everything that is issued, and the log of what was taken back. */
export class AuthTokens20261121100100 implements MigrationInterface {
  name = 'AuthTokens20261121100100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create sequence auth.token_seq;

      create table auth.grant_families (
        id text primary key,                                     -- the sid of its access tokens
        portal_id int not null,
        account_id int not null,
        client_id text not null,
        scopes text[] not null,                                  -- the full grant; a refresh may ask for less
        created_time timestamptz not null,
        last_used_time timestamptz not null,
        expires_at timestamptz not null,
        ended_at timestamptz,
        ended_because text
      );
      create index grant_families_account on auth.grant_families (portal_id, account_id) where ended_at is null;
      create index grant_families_client on auth.grant_families (client_id) where ended_at is null;
      create index grant_families_expiry on auth.grant_families (expires_at);

      create table auth.access_tokens (
        day date not null,
        jti text not null,
        sid text not null,
        client_id text not null,
        account_id int,
        portal_id int,
        seq bigint not null,
        expires_at timestamptz not null,
        primary key (day, jti)
      ) partition by range (day);

      create table auth.refresh_tokens (
        day date not null,
        hash bytea not null,
        family_id text not null,
        client_id text not null,
        account_id int not null,
        portal_id int not null,
        expires_at timestamptz not null,
        used_at timestamptz,
        primary key (day, hash)
      ) partition by range (day);

      create table auth.codes (
        day date not null,
        hash bytea not null,
        family_id text not null,
        client_id text not null,
        account_id int not null,
        portal_id int not null,
        redirect_uri text not null,
        scopes text[] not null,
        code_challenge text,
        expires_at timestamptz not null,
        used_at timestamptz,
        primary key (day, hash)
      ) partition by range (day);

      -- Append-only. Readers take every row whose xid is not below the oldest one running at their previous read.
      create table auth.revocations (
        id bigint generated always as identity primary key,
        jti text,
        sid text,
        kid text,
        account_id int,
        client_id text,
        portal_id int,
        seq bigint,                                              -- with the last three: every token up to this one
        expires_at timestamptz not null,                         -- when the last token it concerns has expired
        xid xid8 not null default pg_current_xact_id(),
        created_time timestamptz not null default clock_timestamp(),
        check (num_nonnulls(jti, sid, kid, account_id, client_id, portal_id) = 1),
        check ((seq is null) = (coalesce(jti, sid, kid) is not null))
      );
      create index revocations_xid on auth.revocations (xid);
      create index revocations_expiry on auth.revocations (expires_at);

      -- Client assertions that were redeemed, until they could no longer be.
      create table auth.spent_assertions (
        client_id text not null,
        jti_hash bytea not null,
        expires_at timestamptz not null,
        primary key (client_id, jti_hash)
      );
      create index spent_assertions_expiry on auth.spent_assertions (expires_at);

      -- Default partitions take what no daily one takes yet, so that nothing fails when upkeep stood still.
      create table auth.access_tokens_default partition of auth.access_tokens default;
      create table auth.refresh_tokens_default partition of auth.refresh_tokens default;
      create table auth.codes_default partition of auth.codes default;

      grant usage on sequence auth.token_seq to lp_auth;
      grant select, insert, update, delete on auth.grant_families, auth.spent_assertions to lp_auth;
      grant select, insert, update on auth.access_tokens, auth.refresh_tokens, auth.codes to lp_auth;
      grant select, insert on auth.revocations to lp_auth, lp_api;
    `);
    await runner.query(rightsFunctions);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop function auth.take_away_rights, auth.issue_access_token;
      drop table auth.spent_assertions, auth.revocations, auth.codes, auth.refresh_tokens, auth.access_tokens, auth.grant_families;
      drop sequence auth.token_seq;
    `);
  }
}

/**
 * Issuing and taking away exclude each other through advisory locks. The functions are plpgsql because each of its
 * statements sees what was committed before it began: rights are read after the lock is held, in one round trip.
 */
const rightsFunctions = /* sql */ `
  create function auth.issue_access_token(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_jti text, p_sid text, p_expires_at timestamptz)
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
         where a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null;
      if not found then return; end if;
      v_seq := currval('auth.token_seq');
    end if;

    insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
    values (p_day, p_jti, p_sid, p_client_id, p_account_id, p_portal_id, v_seq, p_expires_at);
  end $$;

  -- Ends every token issued so far to one account, client or portal; with p_end_families their refresh tokens too.
  create function auth.take_away_rights(
    p_kind text, p_subject text, p_end_families boolean, p_because text, p_expires_at timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  declare v_seq bigint;
  begin
    case p_kind
      when 'portal' then perform pg_advisory_xact_lock(7511, p_subject::int);
      when 'client' then perform pg_advisory_xact_lock(7512, hashtext(p_subject));
      when 'account' then perform pg_advisory_xact_lock(7513, p_subject::int);
      else raise exception 'unknown kind %', p_kind;
    end case;
    select last_value into v_seq from auth.token_seq;
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
    end if;
  end $$;

  revoke all on function auth.issue_access_token, auth.take_away_rights from public;
  grant execute on function auth.issue_access_token to lp_auth;
  grant execute on function auth.take_away_rights to lp_auth, lp_api;
`;
