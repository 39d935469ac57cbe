import { addSecretsKey } from '../functions/maintenance/add-secrets-key.js';
import { countTowards } from '../functions/maintenance/count-towards.js';
import { keepFirstSecretsKey } from '../functions/maintenance/keep-first-secrets-key.js';
import { recordWriter } from '../functions/maintenance/record-writer.js';
import { settledUntil } from '../functions/maintenance/settled-until.js';
import { Baseline } from './baseline.js';

/**
 * What serves all applications: schedules, limits, idempotency keys, the key that seals secrets, and the time up
 * to which lists are complete.
 */
export class Upkeep20261127000200 extends Baseline {
  name = 'Upkeep20261127000200';
  parts = [tables, countTowards, keepFirstSecretsKey, addSecretsKey, recordWriter, settledUntil];
}

const tables = /* sql */ `
  -- Work that one process of a kind does at a time.
  create table maintenance.schedules (
    name text primary key,
    every interval not null,
    next_time timestamptz not null default now(),
    last_time timestamptz,
    last_result text
  );
  grant select, update on maintenance.schedules to lp_auth;
  grant select, update (next_time, last_time, last_result) on maintenance.schedules to lp_worker;

  insert into maintenance.schedules (name, every) values
    ('partitions', '6 hours'), ('auth.expired', '10 minutes'), ('signing-keys', '1 hour'), ('invitations', '10 minutes'),
    ('unused-words', '1 day');

  -- First answers to requests that carried an Idempotency-Key.
  create table maintenance.idempotency_keys (
    scope text not null,                                   -- client, portal and subject of the token
    key text not null,
    request_hash bytea not null,                           -- keyed: bodies hold passwords
    answer_sealed bytea not null,                          -- answers hold secrets and personal data
    expires_at timestamptz not null,
    scopes text[],                                         -- scopes and roles of the token that the answer was for
    roles text[],
    primary key (scope, key)
  );
  create index idempotency_keys_expiry on maintenance.idempotency_keys (expires_at);
  grant select, insert, update on maintenance.idempotency_keys to lp_api, lp_auth;
  grant select, update, delete on maintenance.idempotency_keys to lp_worker;

  -- What is counted by the day or the hour (docs/limits.md).
  create table maintenance.limit_counts (
    limit_name text not null,
    owner text not null,
    window_start timestamptz not null,
    count bigint not null,
    expires_at timestamptz not null,
    primary key (limit_name, owner, window_start)
  );
  create index limit_counts_expiry on maintenance.limit_counts (expires_at);
  grant select, update, delete on maintenance.limit_counts to lp_worker;

  -- Which keys seal what is in this database, by their fingerprints: one row a key.
  create table maintenance.secrets_keys (
    id smallint primary key,                               -- 1 is the first
    fingerprint text not null check (fingerprint ~ '^[0-9a-f]{32}$') unique,
    first_used_time timestamptz not null default now()
  );
  grant select on maintenance.secrets_keys to lp_api, lp_auth, lp_worker;
`;
