import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Signing keys, clients, passwords. */
export class AuthKeysAndClients20261121100000 implements MigrationInterface {
  name = 'AuthKeysAndClients20261121100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- What a key is follows from its times: next until signs_from, current until a later one signs, then retired.
      create table auth.signing_keys (
        kid text primary key,
        alg text not null check (alg in ('ES256', 'RS256')),
        public_jwk jsonb not null,
        private_sealed bytea not null,
        created_time timestamptz not null,
        signs_from timestamptz not null,
        revoked_at timestamptz
      );
      create index signing_keys_signs_from on auth.signing_keys (signs_from);

      create table auth.clients (
        client_id text primary key check (client_id ~ '^[A-Za-z0-9._~-]{1,100}$'),
        name text not null check (length(name) between 1 and 100),
        secret_hash bytea,                                       -- null: a client without a secret
        previous_secret_hash bytea,
        previous_secret_until timestamptz,
        redirect_uri text,
        status smallint not null default 1 check (status in (0, 1)),
        portal_id int references identity.portals(id),           -- null: an unbound client
        service_account_id int references identity.accounts(id),
        grants text[] not null,
        scopes text[] not null,
        is_special boolean not null default false,               -- may list and create clients
        introspects_all boolean not null default false,
        sends_iss boolean not null default true,
        owner_account_id int,
        owner_client_id text,
        created_time timestamptz not null,
        updated_time timestamptz not null,
        check (not ('client_credentials' = any(grants) and secret_hash is null)),
        check (portal_id is null or not 'client_credentials' = any(grants) or service_account_id is not null)
      );
      create index clients_portal on auth.clients (portal_id, created_time, client_id);
      create index clients_owner_account on auth.clients (owner_account_id) where owner_account_id is not null;
      create index clients_owner_client on auth.clients (owner_client_id) where owner_client_id is not null;

      -- Public keys of clients, for service_jwt.
      create table auth.client_keys (
        client_id text not null references auth.clients(client_id) on delete cascade,
        kid text not null,
        alg text not null check (alg in ('ES256', 'RS256', 'EdDSA')),
        jwk jsonb not null,
        created_time timestamptz not null,
        primary key (client_id, kid)
      );

      -- Portals that took an unbound client in by being onboarded through it.
      create table auth.client_portals (
        client_id text not null references auth.clients(client_id) on delete cascade,
        portal_id int not null references identity.portals(id),
        created_time timestamptz not null default now(),
        primary key (client_id, portal_id)
      );

      create table auth.passwords (
        person_id bigint primary key references identity.persons(id),
        hash text not null,
        changed_at timestamptz not null default now()
      );

      create table identity.presets (
        creation_path text primary key,
        title text not null,
        features text[] not null default '{}',
        plan jsonb not null default '{}'
      );

      grant select, insert, update, delete on
        auth.signing_keys, auth.clients, auth.client_keys, auth.client_portals, auth.passwords to lp_auth;
      grant insert on auth.passwords to lp_api;                  -- a new person's first password
      grant insert on auth.client_portals to lp_api;             -- onboarding
      grant select on identity.presets to lp_auth, lp_api;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table identity.presets, auth.passwords, auth.client_portals, auth.client_keys, auth.clients, auth.signing_keys',
    );
  }
}
