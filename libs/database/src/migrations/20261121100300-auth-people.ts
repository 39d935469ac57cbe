import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people do at the authorization server: sessions, requests, consents, links, second factors; and the audit log. */
export class AuthPeople20261121100300 implements MigrationInterface {
  name = 'AuthPeople20261121100300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table auth.sessions (
        hash bytea primary key,                                  -- of the id in the cookie
        id text not null unique,                                 -- names the session on the person's page
        person_id bigint not null references identity.persons(id),
        only_account_id int,                                     -- set by a one-time link: reaches this account alone
        only_portal_id int,
        authenticated_at timestamptz not null,                   -- when the password was given; a link gives none
        by_password boolean not null,
        created_time timestamptz not null,
        last_seen_time timestamptz not null,
        expires_at timestamptz not null,
        ip text,
        user_agent text
      );
      create index sessions_person on auth.sessions (person_id);
      create index sessions_account on auth.sessions (only_account_id) where only_account_id is not null;
      create index sessions_expiry on auth.sessions (expires_at);

      -- One authorization request of one browser; the forms carry nothing but its id.
      create table auth.authorization_requests (
        day date not null,
        hash bytea not null,
        browser_hash bytea not null,
        request jsonb not null,
        account_id int,                                          -- the portal that was chosen
        expires_at timestamptz not null,
        answered_at timestamptz,
        primary key (day, hash)
      ) partition by range (day);

      -- Links that log in once: to one account, thus one portal.
      create table auth.one_time_tokens (
        day date not null,
        hash bytea not null,
        portal_id int not null,
        account_id int not null,
        redirect_path text,
        expires_at timestamptz not null,
        used_at timestamptz,
        primary key (day, hash)
      ) partition by range (day);

      -- The one link of a person that may set the password; a newer one takes the older one's place.
      create table auth.password_links (
        person_id bigint primary key references identity.persons(id),
        hash bytea not null unique,
        portal_id int,
        expires_at timestamptz not null,
        used_at timestamptz
      );

      create table auth.consents (
        portal_id int not null,
        account_id int not null,
        client_id text not null,
        scopes text[] not null,
        granted_time timestamptz not null,
        primary key (portal_id, account_id, client_id)
      );
      create index consents_client on auth.consents (client_id);

      create table auth.second_factors (
        person_id bigint primary key references identity.persons(id),
        secret_sealed bytea not null,
        confirmed_at timestamptz,
        last_step bigint                                         -- a code works once
      );
      create table auth.recovery_codes (
        person_id bigint not null references identity.persons(id),
        hash bytea not null,
        used_at timestamptz,
        primary key (person_id, hash)
      );

      create sequence auth.audit_log_id;
      create table auth.audit_log (
        day date not null,
        id bigint not null default nextval('auth.audit_log_id'),
        time timestamptz not null,
        event text not null,
        portal_id int,
        person_id bigint,
        account_id int,
        client_id text,
        ip text,
        user_agent text,
        request_id text,
        details jsonb not null default '{}',
        primary key (day, id)
      ) partition by range (day);
      create index audit_log_account on auth.audit_log (account_id, time) where account_id is not null;
      create index audit_log_client on auth.audit_log (client_id, time) where client_id is not null;

      create table auth.authorization_requests_default partition of auth.authorization_requests default;
      create table auth.one_time_tokens_default partition of auth.one_time_tokens default;
      create table auth.audit_log_default partition of auth.audit_log default;
      select maintenance.ensure_day_partitions(parent, current_date - 1, 9)
        from unnest(array['auth.authorization_requests', 'auth.one_time_tokens', 'auth.audit_log']::regclass[]) parent;

      -- What is to be sent; no secret in it: links are made when the mail is written.
      create table identity.mails (
        id bigint generated always as identity primary key,
        portal_id int,
        person_id bigint references identity.persons(id),
        recipient text not null,
        template text not null,
        language text not null default 'en',
        data jsonb not null default '{}',
        created_time timestamptz not null default now(),
        next_try_time timestamptz default now(),                 -- null: sent or given up
        tries int not null default 0,
        sent_time timestamptz,
        last_error text
      );
      create index mails_due on identity.mails (next_try_time) where next_try_time is not null;
      create index mails_person on identity.mails (person_id, template, created_time);

      create table maintenance.schedules (
        name text primary key,
        every interval not null,
        next_time timestamptz not null default now(),
        last_time timestamptz,
        last_result text
      );
      insert into maintenance.schedules (name, every) values
        ('partitions', '6 hours'), ('auth.expired', '10 minutes'), ('signing-keys', '1 hour');

      grant select, insert, update, delete on auth.sessions, auth.password_links, auth.consents,
        auth.second_factors, auth.recovery_codes to lp_auth;
      grant select, insert, update on auth.authorization_requests, auth.one_time_tokens to lp_auth;
      grant usage on sequence auth.audit_log_id to lp_auth, lp_api, lp_worker;
      grant select, insert on auth.audit_log to lp_auth;         -- append-only
      grant insert on auth.audit_log to lp_api, lp_worker;
      grant insert on identity.mails to lp_auth, lp_api;
      grant select on identity.mails to lp_auth;
      grant select, insert, update, delete on identity.mails to lp_worker;
      grant select, update on maintenance.schedules to lp_auth, lp_worker;
    `);
    await runner.query(functions);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop function auth.issue_one_time_token, auth.issue_password_link, auth.end_sessions;
      drop table maintenance.schedules, identity.mails, auth.audit_log, auth.recovery_codes, auth.second_factors,
        auth.consents, auth.password_links, auth.one_time_tokens, auth.authorization_requests, auth.sessions;
      drop sequence auth.audit_log_id;
    `);
  }
}

/** What the other apps may do here without being able to read anything. */
const functions = /* sql */ `
  create function auth.issue_one_time_token(
    p_day date, p_hash bytea, p_portal_id int, p_account_id int, p_redirect_path text, p_expires_at timestamptz)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.one_time_tokens (day, hash, portal_id, account_id, redirect_path, expires_at)
    values (p_day, p_hash, p_portal_id, p_account_id, p_redirect_path, p_expires_at)
  $$;

  create function auth.issue_password_link(p_person_id bigint, p_hash bytea, p_portal_id int, p_expires_at timestamptz)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.password_links (person_id, hash, portal_id, expires_at)
    values (p_person_id, p_hash, p_portal_id, p_expires_at)
    on conflict (person_id) do update
      set hash = excluded.hash, portal_id = excluded.portal_id, expires_at = excluded.expires_at, used_at = null
  $$;

  -- Sessions that came by a link to this account; a session by password belongs to the person and stays.
  create function auth.end_sessions(p_account_id int)
  returns void language sql security definer set search_path = pg_catalog as $$
    delete from auth.sessions where only_account_id = p_account_id
  $$;

  revoke all on function auth.issue_one_time_token, auth.issue_password_link, auth.end_sessions from public;
  grant execute on function auth.issue_one_time_token to lp_auth, lp_api;
  grant execute on function auth.issue_password_link to lp_auth, lp_worker;
  grant execute on function auth.end_sessions to lp_auth, lp_api;
`;
