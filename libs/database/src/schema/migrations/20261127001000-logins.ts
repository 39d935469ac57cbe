import { endSessions } from '../functions/auth/end-sessions.js';
import { issueOneTimeToken } from '../functions/auth/issue-one-time-token.js';
import { issuePasswordLink } from '../functions/auth/issue-password-link.js';
import { removeExpired } from '../functions/auth/remove-expired.js';
import { Baseline } from './baseline.js';

/** How people sign in: passwords, links, sessions, second factors. */
export class Logins20261127001000 extends Baseline {
  name = 'Logins20261127001000';
  parts = [
    passwords,
    sessions,
    secondFactors,
    issueOneTimeToken,
    issuePasswordLink,
    endSessions,
    removeExpired,
  ];
}

const passwords = /* sql */ `
  -- A person has one password for all their portals.
  create table auth.passwords (
    person_id bigint primary key references identity.persons(id),
    hash text not null,
    changed_at timestamptz not null default now()
  );
  grant select, insert, update (changed_at, hash) on auth.passwords to lp_auth;

  create trigger made_now before insert on auth.passwords for each row execute function auth.check_created_now();

  -- A password that its portal has set for somebody who has proven nothing: it opens this account alone.
  create table auth.portal_passwords (
    portal_id int not null,
    account_id int not null,
    hash text not null,
    changed_at timestamptz not null default now(),
    primary key (portal_id, account_id),
    foreign key (portal_id, account_id) references identity.accounts(portal_id, id)
  );
  grant select, update (changed_at) on auth.portal_passwords to lp_auth;

  -- The one link, of a person's own or of one portal, that may set the password; a newer one takes its place.
  create table auth.password_links (
    person_id bigint not null references identity.persons(id),
    hash bytea not null unique,
    portal_id int,                                         -- null: the person's own
    owner_key int generated always as (coalesce(portal_id, 0)) stored,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (person_id, owner_key)
  );
  grant select, update (used_at) on auth.password_links to lp_auth;

  -- Links that log in once: to one account, thus one portal.
  create table auth.one_time_tokens (
    day date not null,
    hash bytea not null,
    portal_id int not null,
    account_id int not null,
    redirect_path text,
    expires_at timestamptz not null,
    used_at timestamptz,
    created_time timestamptz default now(),                -- by the same clock as passwords.changed_at
    primary key (day, hash)
  ) partition by range (day);
  create table auth.one_time_tokens_default partition of auth.one_time_tokens default;
  grant select, update (used_at) on auth.one_time_tokens to lp_auth;
`;

const sessions = /* sql */ `
  create table auth.sessions (
    hash bytea primary key,                                -- of the id in the cookie
    id text not null unique,                               -- names the session on the person's page
    person_id bigint not null references identity.persons(id),
    only_account_id int,                                   -- set by a one-time link: reaches this account alone
    only_portal_id int,
    authenticated_at timestamptz not null,                 -- when the password was given; a link gives none
    factor_time timestamptz,                               -- when the second factor was used in it
    by_password boolean not null,
    created_time timestamptz not null,
    last_seen_time timestamptz not null,
    expires_at timestamptz not null,
    ip text,
    user_agent text
  );
  -- the sessions of a person, of an account
  create index sessions_person on auth.sessions (person_id);
  create index sessions_account on auth.sessions (only_account_id) where only_account_id is not null;
  create index sessions_expiry on auth.sessions (expires_at);
  grant select, insert, update (factor_time, last_seen_time), delete on auth.sessions to lp_auth;

  -- One authorization request of one browser; the forms carry nothing but its id.
  create table auth.authorization_requests (
    day date not null,
    hash bytea not null,
    browser_hash bytea not null,
    request jsonb not null,
    account_id int,                                        -- the portal that was chosen
    expires_at timestamptz not null,
    answered_at timestamptz,
    primary key (day, hash)
  ) partition by range (day);
  create table auth.authorization_requests_default partition of auth.authorization_requests default;
  grant select, insert, update (account_id, answered_at, request) on auth.authorization_requests to lp_auth;

  select maintenance.ensure_day_partitions(parent, current_date - 1, 9)
    from unnest(array['auth.authorization_requests', 'auth.one_time_tokens']::regclass[]) parent;
`;

const secondFactors = /* sql */ `
  create table auth.second_factors (
    person_id bigint primary key references identity.persons(id),
    secret_sealed bytea not null,
    confirmed_at timestamptz,
    last_step bigint,                                      -- a code works once
    proposed_to text                                       -- the session that it was shown to, until it is confirmed
  );
  grant select, insert, delete on auth.second_factors to lp_auth;
  grant update (confirmed_at, last_step, proposed_to, secret_sealed) on auth.second_factors to lp_auth;

  create table auth.recovery_codes (
    person_id bigint not null references identity.persons(id),
    hash bytea not null,
    used_at timestamptz,
    primary key (person_id, hash)
  );
  grant select, insert, update (used_at), delete on auth.recovery_codes to lp_auth;
`;
