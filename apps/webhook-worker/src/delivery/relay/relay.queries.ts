import { visibleToPortal } from '@app/catalogue';
import { Database, lockNumber, sql, type Statement, type Transaction } from '@app/database';
import { SHARDS } from '@app/events';
import type { WakeableMailbox } from '../drain/index.js';
import { eventColumns, queue, createDeliveries, relaySettings } from './create-deliveries.queries.js';

export interface WideEvent {
  shard: number;
  id: number;
  portal_id: number;
  type: string;
  object_id: number;
  audience: number[] | null;
  wide_cursor: number;
}

export interface PendingEvent {
  shard: number;
  id: number;
  portal_id: number;
}

/** The trace that an event carries. */
export interface EventTrace {
  trace_context: string;
  type: string;
}

/** How many portals with a subscribed webhook a wide event reaches in one transaction. */
const CHUNK = 1000;

/**
 * Earlier events of the object of event `t`. `offset 0` is an optimization fence: Postgres underestimates the outbox
 * and would join all of it.
 * @param which of them, over `e`
 */
const before = (which: Statement): Statement => sql`
  select 1 from learning.outbox_pending e
   where e.shard = t.shard and e.object_id = t.object_id and e.object_type = t.object_type and e.id < t.id
     and e.parked_reason is null and ${which}
  offset 0`;

export async function listShardsWithEvents(database: Database): Promise<number[]> {
  return database.column<number>(sql`
    select s.shard::int from generate_series(0, ${SHARDS - 1}) as s(shard)
     where exists (select 1 from learning.outbox_pending t where t.shard = s.shard and t.parked_reason is null)`);
}

/**
 * The shards that no other relay is working on. Whole shards are locked, never rows: a second relay could overtake
 * an older event of the same object.
 */
export async function tryLockShards(tx: Transaction, shards: number[]): Promise<number[]> {
  return tx.column<number>(sql`
    with ${relaySettings},
    tried as materialized (
      select shard, pg_try_advisory_xact_lock(${lockNumber.relayShard}, shard) as locked from unnest(${shards}::int[]) as s(shard))
    select shard from tried, settings where locked`);
}

/**
 * The oldest events of each shard that are only for their own portal, without those after a wide event of the same
 * object.
 * @param limit for each shard
 * @param without portals whose events stay where they are
 */
export function listPendingEvents(
  tx: Transaction,
  shards: number[],
  limit: number,
  without: readonly number[] = [],
): Promise<PendingEvent[]> {
  return tx.many<PendingEvent>(sql`
    select b.* from unnest(${shards}::int[]) as s(shard) cross join lateral (
      select t.shard, t.id, t.portal_id from learning.outbox_pending t
       where t.shard = s.shard and not t.wide and t.parked_reason is null
         and t.portal_id <> all(${without}::int[])
         and not exists (${before(sql`e.wide`)})
       order by t.id limit ${limit}) b`);
}

/** The traces that these events carry and that are recorded. */
export function listTraces(
  tx: Transaction,
  events: readonly Pick<PendingEvent, 'shard' | 'id'>[],
): Promise<EventTrace[]> {
  return tx.many<EventTrace>(sql`
    select o.trace_context, o.type
      from unnest(${events.map(({ shard }) => shard)}::int[], ${events.map(({ id }) => id)}::bigint[]) as e(shard, id)
      join learning.outbox_pending t using (shard, id)
      join learning.outbox o on o.created_on = t.created_on and o.id = t.id
     where o.trace_context like '%-01'`);
}

/** {@link createDeliveries} */
export function queueDeliveries(
  tx: Transaction,
  batch: readonly PendingEvent[],
  webhookIds: readonly number[],
): Promise<WakeableMailbox[]> {
  return createDeliveries(
    tx,
    sql`delete from learning.outbox_pending t
         using unnest(${batch.map((b) => b.shard)}::smallint[], ${batch.map((b) => b.id)}::bigint[]) as b(shard, id)
         where t.shard = b.shard and t.id = b.id
        returning ${eventColumns}`,
    webhookIds,
  );
}

/**
 * The oldest wide event of the next owner in these shards that is not blocked by another event of its object. Reads one
 * event of each shard and the blocked ones before it, however many are pending.
 * @param after the owner of the last wide event; 0 to begin
 */
export function findWideEvent(
  tx: Transaction,
  shards: number[],
  after: number,
): Promise<WideEvent | undefined> {
  return tx.one<WideEvent>(sql`
    with next as materialized (
      select w.* from unnest(${shards}::int[]) as s(shard) cross join lateral (
        select t.shard, t.id, t.created_on, t.portal_id, t.type, t.object_id, t.wide_cursor
          from learning.outbox_pending t
         where t.shard + 0 = s.shard and t.portal_id > ${after} and t.wide and t.parked_reason is null
           and not exists (${before(sql`true`)})
         order by t.portal_id, t.id limit 1) w
       order by w.portal_id, w.id limit 1)
    select w.shard, w.id, w.portal_id, w.type, w.object_id, o.audience, w.wide_cursor
      from next w join learning.outbox o on o.created_on = w.created_on and o.id = w.id`);
}

/** The next portals, in the order of their ids, that have a subscribed webhook and that the event is for. */
export async function listAudience(tx: Transaction, event: WideEvent): Promise<number[]> {
  const inAudience = event.audience
    ? sql`w.portal_id = any(${event.audience}::int[])`
    : sql`w.portal_id <> ${event.portal_id} and exists (
        select 1 from learning.search_doc d
         where d.lo_id = ${event.object_id}::int and ${visibleToPortal(sql`w.portal_id`, sql`d`)})`;
  return tx.column<number>(sql`
    select w.portal_id from learning.webhooks w
     where w.enabled and ${event.type} = any(w.events) and w.portal_id > ${event.wide_cursor} and ${inAudience}
     group by w.portal_id order by w.portal_id limit ${CHUNK}`);
}

/** Queues a wide event for these webhooks. Unlike {@link queueDeliveries}, keeps it in the outbox. */
export function queueWideDeliveries(
  tx: Transaction,
  event: WideEvent,
  webhookIds: readonly number[],
): Promise<WakeableMailbox[]> {
  return tx.many<WakeableMailbox>(sql`
    with pairs as materialized (
      select w.id as webhook_id, ${eventColumns}, m.last_seq + 1 as seq
        from learning.outbox_pending t
        join learning.webhooks w on w.id = any(${webhookIds}::int[]) and w.enabled and t.type = any(w.events)
        join learning.webhook_mailboxes m on m.webhook_id = w.id
       where t.shard = ${event.shard} and t.id = ${event.id}),
    ${queue}
    select webhook_id, state, p95_ms from mailboxes`);
}

/** Parks an event, so that later ones are relayed. @returns false if it has been relayed or parked meanwhile */
export async function parkEvent(
  tx: Transaction,
  { shard, id }: Pick<PendingEvent, 'shard' | 'id'>,
  reason: string,
): Promise<boolean> {
  const rows = await tx.run(sql`
    update learning.outbox_pending set parked_reason = ${reason}
     where shard = ${shard} and id = ${id} and parked_reason is null`);
  return rows > 0;
}

/** @param cursor the last portal that has received it; undefined: all have */
export async function advanceWideEvent(
  tx: Transaction,
  event: WideEvent,
  cursor: number | undefined,
): Promise<void> {
  const row = sql`shard = ${event.shard} and id = ${event.id}`;
  await tx.run(
    cursor === undefined
      ? sql`delete from learning.outbox_pending where ${row}`
      : sql`update learning.outbox_pending set wide_cursor = ${cursor} where ${row}`,
  );
}
