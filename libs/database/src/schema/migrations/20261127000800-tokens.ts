import { Baseline } from './baseline.js';

/** Everything that is issued, and the log of what was taken back. */
export class Tokens20261127000800 extends Baseline {
  name = 'Tokens20261127000800';
  parts = [families, tokens];
}

const families = /* sql */ `
  -- Numbers access tokens in the order in which they are issued: a revocation names the last one that it ends.
  create sequence auth.token_seq;
  grant usage on sequence auth.token_seq to lp_auth;

  -- What one grant of a person to an application has opened: its refresh tokens follow each other.
  create table auth.grant_families (
    id text primary key,                                   -- the sid of its access tokens
    portal_id int not null,
    account_id int not null,
    client_id text not null,
    scopes text[] not null,                                -- the full grant; a refresh may ask for less
    created_time timestamptz not null,
    last_used_time timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    ended_because text,
    by_own_login boolean not null default false,           -- by the person's own password
    factor_time timestamptz,                               -- when the login behind it used the second factor
    for_application boolean not null default false         -- got by the application for itself: no login's
  );
  -- the families of an account, of a client, of a client in a portal
  create index grant_families_account on auth.grant_families (portal_id, account_id) where ended_at is null;
  create index grant_families_client on auth.grant_families (client_id) where ended_at is null;
  create index grant_families_portal_client on auth.grant_families (portal_id, client_id) where ended_at is null;
  create index grant_families_expiry on auth.grant_families (expires_at);
  grant select, insert on auth.grant_families to lp_auth;
  grant update (ended_at, ended_because, expires_at, last_used_time) on auth.grant_families to lp_auth;

  -- Families that began with a login of the person's own just then: weighty requests with a token ask for that.
  create table auth.family_logins (
    family_id text primary key,
    authenticated_at timestamptz not null,
    expires_at timestamptz not null
  );
  create index family_logins_expiry on auth.family_logins (expires_at);
  grant select, insert, update, delete on auth.family_logins to lp_auth;

  -- The sid of the access tokens that a client gets for an account by assertions.
  create table auth.assertion_families (
    portal_id int not null,
    account_id int not null,
    client_id text not null,
    sid text not null,
    expires_at timestamptz not null,                       -- not before its last token
    primary key (portal_id, account_id, client_id)
  );
  create index assertion_families_expiry on auth.assertion_families (expires_at);
  grant select, insert, update (expires_at), delete on auth.assertion_families to lp_auth;
`;

/** Default partitions take what no daily one takes yet, so that nothing fails when nobody has made any. */
const tokens = /* sql */ `
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
  create table auth.access_tokens_default partition of auth.access_tokens default;
  grant select, insert on auth.access_tokens to lp_auth;

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
  create table auth.refresh_tokens_default partition of auth.refresh_tokens default;
  grant select, insert, update (used_at) on auth.refresh_tokens to lp_auth;

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
    by_own_login boolean not null default false,
    factor_time timestamptz,
    primary key (day, hash)
  ) partition by range (day);
  -- codes of an account that could still be redeemed
  create index codes_account on auth.codes (account_id) where used_at is null;
  create table auth.codes_default partition of auth.codes default;
  grant select, insert, update (used_at) on auth.codes to lp_auth;

  select maintenance.ensure_day_partitions(parent, current_date - 1, 9)
    from unnest(array['auth.access_tokens', 'auth.refresh_tokens', 'auth.codes']::regclass[]) parent;

  -- Client assertions that were redeemed, until they could no longer be.
  create table auth.spent_assertions (
    client_id text not null,
    jti_hash bytea not null,
    expires_at timestamptz not null,
    primary key (client_id, jti_hash)
  );
  create index spent_assertions_expiry on auth.spent_assertions (expires_at);
  grant insert on auth.spent_assertions to lp_auth;

  -- Append-only. Readers take every row whose xid is not below the oldest one running at their previous read.
  create table auth.revocations (
    id bigint generated always as identity primary key,
    jti text,
    sid text,
    kid text,
    account_id int,
    client_id text,
    portal_id int,
    seq bigint,                                            -- with the last three: every token up to this one
    expires_at timestamptz not null,                       -- when the last token it concerns has expired
    xid xid8 not null default pg_current_xact_id(),
    created_time timestamptz not null default clock_timestamp(),
    constraint revocations_seq check ((seq is null) = (coalesce(jti, sid, kid) is not null)),
    -- one subject, or one client in one portal
    constraint revocations_names check (
      num_nonnulls(jti, sid, kid, account_id, client_id, portal_id) = 1
      or (num_nonnulls(client_id, portal_id) = 2 and num_nonnulls(jti, sid, kid, account_id) = 0))
  );
  create index revocations_expiry on auth.revocations (expires_at);
  create index revocations_xid on auth.revocations (xid);
  grant select on auth.revocations to lp_api;
  grant select, insert on auth.revocations to lp_auth;
`;
