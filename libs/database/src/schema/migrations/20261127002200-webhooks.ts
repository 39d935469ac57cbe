import { Baseline } from './baseline.js';

/** Webhooks, their mailboxes, deliveries and attempts. */
export class Webhooks20261127002200 extends Baseline {
  name = 'Webhooks20261127002200';
  parts = [mailboxes, deliveries, testDeliveries];
}

const mailboxes = /* sql */ `
  create table learning.webhooks (
    id int generated always as identity primary key,
    portal_id int not null references identity.portals(id),
    url text not null,
    enabled boolean not null default true,
    events text[] not null default '{}',                   -- event types it subscribes to
    secret bytea,                                          -- sealed; null: deliveries are not signed
    previous_secret bytea,
    previous_secret_until timestamptz,
    created_time timestamptz not null default now(),
    updated_time timestamptz not null default now()
  );
  create index webhooks_portal on learning.webhooks (portal_id, id);
  grant select, insert, update, delete on learning.webhooks to lp_api;
  grant select, update on learning.webhooks to lp_worker;

  -- What the worker knows of a webhook: the lease, the counters, the breaker. Changes all the time, hence apart.
  create table learning.webhook_mailboxes (
    webhook_id int primary key references learning.webhooks(id) on delete cascade,
    portal_id int not null,
    last_seq bigint not null default 0,
    version bigint not null default 0,                     -- counts what may be work: a release compares it
    state smallint not null default 0,                     -- 0 open, 1 parked, 2 disabled, 3 paused by an operator
    lease_token uuid,
    lease_until timestamptz,
    next_due timestamptz,
    hold_until timestamptz,                                -- Retry-After
    ramp smallint not null default 3,                      -- how far the slow start has come
    p95_ms int not null default 0,
    failures_in_row int not null default 0,
    failing_since timestamptz,
    failing_for interval not null default '0',             -- of that, the time over which tries were really made
    last_success_time timestamptz,
    last_try_time timestamptz,
    probes smallint not null default 0,
    probe_seq bigint,
    probe_failures smallint not null default 0,
    parked_reason text                                     -- besides state 1: when it is not its receiver's fault
  ) with (fillfactor = 50);
  -- what the worker looks at next
  create index webhook_mailboxes_due on learning.webhook_mailboxes (next_due)
    where state < 2 and next_due is not null;
  -- counted at every look at the metrics
  create index webhook_mailboxes_closed on learning.webhook_mailboxes (state) where state > 0;
  create index webhook_mailboxes_parked on learning.webhook_mailboxes (webhook_id) where parked_reason is not null;
  grant select, insert, update on learning.webhook_mailboxes to lp_api;
  grant select, update on learning.webhook_mailboxes to lp_worker;
`;

const deliveries = /* sql */ `
  create table learning.webhook_deliveries (
    created_on date not null,                              -- that of the event in the outbox
    webhook_id int not null,
    seq bigint not null,
    outbox_id bigint not null,
    type text not null,
    object_key text not null,
    fired_at timestamptz not null,
    created_time timestamptz not null default now(),
    state smallint not null default 0,                     -- 0 waiting, 1 delivered, 2 failed, 3 dropped
    attempts smallint not null default 0,                  -- rows in webhook_attempts, probes included
    tries smallint not null default 0,                     -- attempts that count
    round_tries smallint not null default 0,               -- tries since the last redelivery: places it in the schedule
    redeliveries smallint not null default 0,              -- above 0: neither waits for others of its object nor lets them wait
    next_at timestamptz not null default now(),
    delivered_time timestamptz,
    primary key (webhook_id, seq, created_on)
  ) partition by range (created_on);
  -- what waits at a webhook, and what waits before it of the same object
  create index webhook_deliveries_waiting on learning.webhook_deliveries (webhook_id, seq) include (next_at)
    where state = 0;
  create index webhook_deliveries_object on learning.webhook_deliveries (webhook_id, object_key, seq)
    where state = 0 and redeliveries = 0;
  create table learning.webhook_deliveries_default partition of learning.webhook_deliveries default;
  grant select, update on learning.webhook_deliveries to lp_api;
  grant select, insert, update on learning.webhook_deliveries to lp_worker;

  create table learning.webhook_attempts (
    created_on date not null,
    webhook_id int not null,
    seq bigint not null,
    number smallint not null,
    time timestamptz not null,
    duration_ms int not null,
    status smallint,
    error text,
    response text,
    probe boolean not null default false,
    primary key (webhook_id, seq, number, created_on)
  ) partition by range (created_on);
  create table learning.webhook_attempts_default partition of learning.webhook_attempts default;
  grant select on learning.webhook_attempts to lp_api;
  grant select, insert on learning.webhook_attempts to lp_worker;

  select maintenance.ensure_day_partitions(name::regclass, (now() at time zone 'utc')::date - 1, 9)
    from unnest(array['learning.webhook_deliveries', 'learning.webhook_attempts']) name;
`;

/**
 * Test deliveries have no place in the sequence. Their ids begin where no sequence ever gets to, so that one id
 * names one delivery.
 */
const testDeliveries = /* sql */ `
  create sequence learning.webhook_test_delivery_id start with 9000000000000;
  grant usage on sequence learning.webhook_test_delivery_id to lp_api;

  create table learning.webhook_test_deliveries (
    id bigint primary key default nextval('learning.webhook_test_delivery_id'),
    created_on date not null default (now() at time zone 'utc')::date,
    webhook_id int not null references learning.webhooks(id) on delete cascade,
    after_seq bigint not null,                             -- its place in the list of deliveries
    event_id uuid not null default gen_random_uuid(),
    data text not null,
    fired_at timestamptz not null default now(),
    created_time timestamptz not null default now(),
    state smallint not null default 0,
    attempts smallint not null default 0,
    claimed_until timestamptz,
    delivered_time timestamptz
  );
  create index webhook_test_deliveries_list on learning.webhook_test_deliveries (webhook_id, after_seq, id);
  create index webhook_test_deliveries_waiting on learning.webhook_test_deliveries (id) where state = 0;
  grant select, insert, update on learning.webhook_test_deliveries to lp_api;
  grant select, update, delete on learning.webhook_test_deliveries to lp_worker;
`;
