import { checkCreatedNow } from '../functions/auth/check-created-now.js';
import { Baseline } from './baseline.js';

/** Signing keys, the clients of the authorization server, and what portals and people allow them. */
export class Applications20261127000700 extends Baseline {
  name = 'Applications20261127000700';
  parts = [clients, permissions, checkCreatedNow, permissionsTriggers];
}

const clients = /* sql */ `
  -- What a key is follows from its times: next until signs_from, current until a later one signs, then retired.
  create table auth.signing_keys (
    kid text primary key,
    alg text not null check (alg in ('ES256', 'RS256')),
    public_jwk jsonb not null,
    private_sealed bytea not null,
    created_time timestamptz not null,
    signs_from timestamptz not null,
    revoked_at timestamptz,
    parked_reason text                                     -- why it cannot be read
  );
  create index signing_keys_signs_from on auth.signing_keys (signs_from);
  grant select, insert, update (parked_reason, revoked_at, signs_from), delete on auth.signing_keys to lp_auth;

  -- The applications of partners, with the rights that the operator gave them.
  create table auth.clients (
    client_id text primary key check (client_id ~ '^[A-Za-z0-9._~-]{1,100}$'),
    name text not null check (length(name) between 1 and 100),
    secret_hash bytea,                                     -- null: a client without a secret
    previous_secret_hash bytea,
    previous_secret_until timestamptz,
    redirect_uri text,
    status smallint not null default 1 check (status in (0, 1)),
    portal_id int references identity.portals(id),         -- null: an unbound client
    service_account_id int references identity.accounts(id),
    grants text[] not null,
    scopes text[] not null,
    is_special boolean not null default false,             -- may list and create clients
    introspects_all boolean not null default false,
    sends_iss boolean not null default true,
    owner_account_id int,
    owner_client_id text,
    created_time timestamptz not null,
    updated_time timestamptz not null,
    last_used_time timestamptz,
    constraint clients_credentials_need_secret
      check (not ('client_credentials' = any(grants) and secret_hash is null)),
    constraint clients_credentials_need_account
      check (portal_id is null or not 'client_credentials' = any(grants) or service_account_id is not null),
    -- who has special permissions proves who it is, and never gets a token by way of an address
    constraint clients_special check (
      (not is_special or (secret_hash is not null and not 'implicit' = any(grants)))
      and (not introspects_all or secret_hash is not null))
  );
  -- the clients of a portal; those that an account or another client has made
  create index clients_portal on auth.clients (portal_id, created_time, client_id);
  create index clients_owner_account on auth.clients (owner_account_id) where owner_account_id is not null;
  create index clients_owner_client on auth.clients (owner_client_id) where owner_client_id is not null;
  grant select, insert, delete on auth.clients to lp_auth;
  grant update (
    last_used_time, name, previous_secret_hash, previous_secret_until, redirect_uri, secret_hash, status,
    updated_time) on auth.clients to lp_auth;

  -- Public keys of clients, for service_jwt.
  create table auth.client_keys (
    client_id text not null references auth.clients(client_id) on delete cascade,
    kid text not null,
    alg text not null check (alg in ('ES256', 'RS256', 'EdDSA')),
    jwk jsonb not null,
    created_time timestamptz not null,
    primary key (client_id, kid)
  );
  grant select, insert, delete on auth.client_keys to lp_auth;
`;

/**
 * What a portal allows (approval) and what its people allow (consent); a block stands above both. What the API
 * gives new people and new portals, it can give to none that is there already: a trigger holds it to that.
 */
const permissions = /* sql */ `
  -- What a portal allows an application for itself.
  create table auth.approvals (
    portal_id int not null references identity.portals(id),
    client_id text not null references auth.clients(client_id) on delete cascade,
    scopes text[] not null,
    acts_for_people boolean not null,                      -- service_jwt
    for_administrators boolean not null default false,     -- and for those who are administrators too
    makes_portals boolean not null default false,          -- under this portal, a distribution partner
    came_by text not null check (came_by in ('administrator', 'onboarding', 'operator')),
    approved_by int,                                       -- account of the administrator
    approved_time timestamptz not null,
    last_used_time timestamptz,
    primary key (portal_id, client_id)
  );
  -- what a client may do anywhere
  create index approvals_client on auth.approvals (client_id);
  grant select, insert, update, delete on auth.approvals to lp_auth;

  -- Applications that a portal does not want.
  create table auth.client_blocks (
    portal_id int not null references identity.portals(id),
    client_id text not null references auth.clients(client_id) on delete cascade,
    blocked_by int,
    blocked_time timestamptz not null,
    primary key (portal_id, client_id)
  );
  create index client_blocks_client on auth.client_blocks (client_id);
  grant select, insert, update, delete on auth.client_blocks to lp_auth;

  -- What a person allows an application in one portal.
  create table auth.consents (
    portal_id int not null,
    account_id int not null,
    client_id text not null,
    scopes text[] not null,
    granted_time timestamptz not null,
    primary key (portal_id, account_id, client_id)
  );
  -- the applications of a portal, by one step a client
  create index consents_portal_client on auth.consents (portal_id, client_id);
  -- whether anybody uses a client
  create index consents_client on auth.consents (client_id);
  grant select, insert, update (granted_time, scopes), delete on auth.consents to lp_auth;
`;

const permissionsTriggers = /* sql */ `
  create trigger made_now before insert on auth.approvals for each row execute function auth.check_created_now();
`;
