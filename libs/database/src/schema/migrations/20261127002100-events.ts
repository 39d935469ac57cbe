import { enqueueOutbox } from '../functions/learning/enqueue-outbox.js';
import { Baseline } from './baseline.js';

/** Events, written in the transaction of the change they tell of, and kept as long as their deliveries. */
export class Events20261127002100 extends Baseline {
  name = 'Events20261127002100';
  parts = [outbox, toBeRelayed, enqueueOutbox, toBeRelayedTriggers, visibility];
}

const outbox = /* sql */ `
  create sequence learning.outbox_id;
  grant usage on sequence learning.outbox_id to lp_auth, lp_api, lp_worker;

  create table learning.outbox (
    created_on date not null default (now() at time zone 'utc')::date,
    id bigint not null default nextval('learning.outbox_id'),
    event_id uuid not null default gen_random_uuid(),
    shard smallint not null,                               -- of the object: one relay at a time reads a shard, in order
    portal_id int not null,
    type text not null,
    object_type text not null,
    object_id bigint not null,
    data text not null,                                    -- exactly what JSON.stringify gave; jsonb would reorder it
    fired_at timestamptz not null default now(),
    wide boolean not null default false,                   -- heard by other portals than portal_id
    audience int[],                                        -- of a wide event: these portals; null: all that see the object
    trace_context text,                                    -- traceparent of W3C Trace Context
    primary key (created_on, id)
  ) partition by range (created_on);
  -- the events of one object
  create index outbox_object on learning.outbox (object_type, object_id, id);
  create table learning.outbox_default partition of learning.outbox default;
  grant select, insert on learning.outbox to lp_api;
  grant insert on learning.outbox to lp_auth;
  grant select, insert, delete on learning.outbox to lp_worker;

  select maintenance.ensure_day_partitions('learning.outbox', (now() at time zone 'utc')::date - 1, 9);
`;

/**
 * What is still to be relayed, apart from the events themselves: marking an event as done in its own row would
 * write the whole row, its body included, once more.
 */
const toBeRelayed = /* sql */ `
  create table learning.outbox_pending (
    shard smallint not null,
    id bigint not null,
    created_on date not null,
    portal_id int not null,
    type text not null,
    object_type text not null,
    object_id bigint not null,
    fired_at timestamptz not null,
    wide boolean not null,
    wide_cursor int not null default 0,                    -- of a wide event: the last portal that has got it
    parked_reason text,                                    -- why it cannot be relayed; all others go on
    primary key (shard, id)
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
  -- wide events are relayed a slice of portals at a time
  create index outbox_pending_wide on learning.outbox_pending (shard, id) where wide;
  -- asked all the time, also while very many wide events wait: the oldest narrow events, and whether another event of
  -- the same object is before one
  create index outbox_pending_narrow on learning.outbox_pending (shard, id) where not wide;
  create index outbox_pending_object on learning.outbox_pending (shard, object_id, id);
  -- wide events by owner: owners take turns; the sum keeps this index out of questions about single objects
  create index outbox_pending_turns on learning.outbox_pending ((shard + 0), portal_id, id) where wide and parked_reason is null;
  -- counted at every look at the metrics
  create index outbox_pending_parked on learning.outbox_pending (created_on) where parked_reason is not null;
  grant insert on learning.outbox_pending to lp_api, lp_auth;
  grant select, insert, update, delete on learning.outbox_pending to lp_worker;
`;

const toBeRelayedTriggers = /* sql */ `
  create trigger outbox_pending after insert on learning.outbox
    referencing new table as inserted for each statement execute function learning.enqueue_outbox();
`;

const visibility = /* sql */ `
  -- Portals that gained or lost sight of all that an audience holds, and how far they were told.
  create table learning.visibility_changes (
    id int generated always as identity primary key,
    portal_id int not null references identity.portals(id),
    audience_id int not null,
    gained boolean not null,
    last_lo int not null default 0,                        -- told up to here
    until_lo int not null,                                 -- objects that came later are told of by themselves
    parked_reason text                                     -- why they cannot be told
  );
  grant select, update, delete on learning.visibility_changes to lp_worker;
`;
