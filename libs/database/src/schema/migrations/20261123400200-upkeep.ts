import { Baseline } from './baseline.js';

/**
 * What serves all applications: schedules, limits, idempotency keys, the key that seals secrets, and the time up
 * to which lists are complete.
 */
export class Upkeep20261123400200 extends Baseline {
  name = 'Upkeep20261123400200';
  statements = [tables, functions, completeLists];
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

  insert into maintenance.schedules (name, every) values
    ('partitions', '6 hours'), ('auth.expired', '10 minutes'), ('signing-keys', '1 hour'), ('invitations', '10 minutes');

  -- First answers to requests that carried an Idempotency-Key.
  create table maintenance.idempotency_keys (
    scope text not null,                                   -- client, portal and subject of the token
    key text not null,
    request_hash bytea not null,                           -- keyed: bodies hold passwords
    answer_sealed bytea not null,                          -- answers hold secrets and personal data
    expires_at timestamptz not null,
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

const functions = /* sql */ `
  -- Atomic: of any number of callers at once only as many get through as there is room for; the others count nothing.
  create function maintenance.count_towards(
    p_limit text, p_owner text, p_every interval, p_most bigint, p_more bigint)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  declare v_start timestamptz := date_bin(p_every, clock_timestamp(), 'epoch');
  begin
    if p_more > p_most then return false; end if;
    insert into maintenance.limit_counts as c (limit_name, owner, window_start, count, expires_at)
    values (p_limit, p_owner, v_start, p_more, v_start + p_every)
    on conflict (limit_name, owner, window_start) do update set count = c.count + excluded.count
     where c.count + excluded.count <= p_most;
    return found;
  end $$;

  -- The first caller wins; of two at once, one waits for the other and keeps nothing.
  create function maintenance.keep_first_secrets_key(p_fingerprint text)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into maintenance.secrets_keys (id, fingerprint)
    select 1, p_fingerprint where not exists (select from maintenance.secrets_keys)
    on conflict do nothing
  $$;

  revoke all on function maintenance.count_towards, maintenance.keep_first_secrets_key from public;
  grant execute on function maintenance.count_towards to lp_api, lp_auth;
  grant execute on function maintenance.keep_first_secrets_key to lp_api, lp_auth, lp_worker;
`;

/**
 * Lists by cursor go by the time of the change, and nothing may come in later before what has been shown. Two
 * transactions may write their rows in one order and commit in the other; so each notes, before it takes the time
 * of a row, the second in which it does, as a shared lock that ends with it. What is older than every such second,
 * and than the moment before they were read, is complete.
 */
const completeLists = /* sql */ `
  create function maintenance.note_writer() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(7510, floor(extract(epoch from clock_timestamp()) - 1767225600)::int);
    return null;
  end $$;

  -- To be asked before the list itself, in a statement of its own. Seconds count from 2026, so that they fit a lock.
  create function maintenance.settled_until() returns timestamptz language plpgsql as $$
  declare
    asked timestamptz := clock_timestamp();
    oldest bigint;
  begin
    select min(objid::bigint) into oldest from pg_locks
     where locktype = 'advisory' and classid = 7510 and objsubid = 2
       and database = (select oid from pg_database where datname = current_database());
    return date_trunc('milliseconds', least(asked, to_timestamp(1767225600 + oldest)));
  end $$;

  grant execute on function maintenance.settled_until to lp_api;
`;
