import { Injectable } from '@nestjs/common';
import { seenBy } from '@app/catalogue';
import { Database, sql, type Transaction } from '@app/database';
import { SHARDS } from '@app/events';
import { MailboxState } from '../shared/delivery.js';

export interface TouchedMailbox {
  webhook_id: number;
  state: number;
  p95_ms: number;
}

export interface WideEvent {
  created_on: string;
  id: number;
  portal_id: number;
  type: string;
  object_id: number;
  audience: number[] | null;
  wide_cursor: number;
}

interface BatchRow {
  created_on: string;
  id: number;
  portal_id: number;
  shard: number;
}

const LOCK_CLASS = 7501;
/** Portals with a subscribed webhook that a wide event reaches in one transaction. */
const CHUNK = 1000;

/** Without the data, which stays where it is. */
const eventColumns = sql`o.created_on, o.id, o.portal_id, o.type, o.object_type, o.object_id, o.fired_at`;

const earlierOfObject = sql`
  select 1 from learning.outbox e
   where e.object_type = o.object_type and e.object_id = o.object_id and e.id < o.id and e.done_at is null`;

/** Statements of the relay; each works inside the transaction that holds the shard's lock. */
@Injectable()
export class RelayQueries {
  constructor(private readonly database: Database) {}

  /** Shards that have events. */
  async busyShards(): Promise<number[]> {
    const rows = await this.database.many<{ shard: number }>(sql`
      select s.shard::int from generate_series(0, ${SHARDS - 1}) as s(shard)
       where exists (select 1 from learning.outbox o where o.shard = s.shard and o.done_at is null)`);
    return rows.map(({ shard }) => shard);
  }

  /**
   * Those of the shards that no other relay is at. Whole shards are locked, never rows: a second relay would
   * overtake an older event of the same object.
   */
  async tryLock(tx: Transaction, shards: number[]): Promise<number[]> {
    const rows = await tx.many<{ shard: number }>(sql`
      with tried as materialized (
        select shard, pg_try_advisory_xact_lock(${LOCK_CLASS}, shard) as locked from unnest(${shards}::int[]) as s(shard))
      select shard from tried where locked`);
    return rows.map(({ shard }) => shard);
  }

  /**
   * Events of their own portal alone, the oldest of each shard; those behind a wide one of the same object wait.
   * @param limit of each shard
   */
  batch(tx: Transaction, shards: number[], limit: number): Promise<BatchRow[]> {
    return tx.many<BatchRow>(sql`
      select b.* from unnest(${shards}::int[]) as s(shard) cross join lateral (
        select o.created_on, o.id, o.portal_id, o.shard from learning.outbox o
         where o.shard = s.shard and o.done_at is null and not o.wide
           and not exists (
           select 1 from learning.outbox e
            where e.shard = s.shard and e.done_at is null and e.wide and e.id < o.id
              and e.object_type = o.object_type and e.object_id = o.object_id)
         order by o.id limit ${limit}) b`);
  }

  /**
   * Locks the webhooks and mailboxes of these portals. Subscriptions are read after that, so that a webhook which
   * has just been disabled or changed gets what it asks for and nothing else.
   */
  async lockWebhooks(tx: Transaction, portalIds: number[]): Promise<void> {
    await tx.many(sql`
      select 1 from learning.webhooks w join learning.webhook_mailboxes m on m.webhook_id = w.id
       where w.portal_id = any(${portalIds}::int[]) and w.enabled
       order by w.id for share of w for no key update of m`);
  }

  /** Makes deliveries of the events, gives out sequences, marks the events done; those nobody wants are removed. */
  deliver(tx: Transaction, batch: readonly BatchRow[]): Promise<TouchedMailbox[]> {
    return tx.many<TouchedMailbox>(sql`
      with given as materialized (
        select ${eventColumns}, exists (
                 select 1 from learning.webhooks w
                  where w.portal_id = o.portal_id and w.enabled and o.type = any(w.events)) as wanted
          from unnest(${batch.map((b) => b.created_on)}::date[], ${batch.map((b) => b.id)}::bigint[])
               as b(created_on, id)
          join learning.outbox o on o.created_on = b.created_on and o.id = b.id),
      pairs as materialized (
        select w.id as webhook_id, g.*,
               row_number() over (partition by w.id order by g.id) as place, count(*) over (partition by w.id) as count
          from given g join learning.webhooks w on w.portal_id = g.portal_id and w.enabled and g.type = any(w.events)
         where g.wanted),
      ${queue},
      done as (
        update learning.outbox o set done_at = now() from given g
         where g.wanted and o.created_on = g.created_on and o.id = g.id),
      unwanted as (
        delete from learning.outbox o using given g
         where not g.wanted and o.created_on = g.created_on and o.id = g.id)
      select webhook_id, state, p95_ms from mailboxes`);
  }

  /** The oldest wide event of the shards that waits for no other event of its object. */
  wideEvent(tx: Transaction, shards: number[]): Promise<WideEvent | undefined> {
    return tx.one<WideEvent>(sql`
      select o.created_on, o.id, o.portal_id, o.type, o.object_id, o.audience, o.wide_cursor
        from learning.outbox o
       where o.shard = any(${shards}::int[]) and o.done_at is null and o.wide and not exists (${earlierOfObject})
       order by o.id limit 1`);
  }

  /** The next portals, in the order of their ids, that have a subscribed webhook and are meant by the event. */
  async audience(tx: Transaction, event: WideEvent): Promise<number[]> {
    const meant = event.audience
      ? sql`w.portal_id = any(${event.audience}::int[])`
      : sql`w.portal_id <> ${event.portal_id} and exists (
          select 1 from learning.search_doc d
           where d.lo_id = ${event.object_id}::int and ${seenBy(sql`w.portal_id`, sql`d`)})`;
    const rows = await tx.many<{ portal_id: number }>(sql`
      select w.portal_id from learning.webhooks w
       where w.enabled and ${event.type} = any(w.events) and w.portal_id > ${event.wide_cursor} and ${meant}
       group by w.portal_id order by w.portal_id limit ${CHUNK}`);
    return rows.map(({ portal_id }) => portal_id);
  }

  /** As `deliver`, for one wide event and some of its portals. */
  deliverWide(tx: Transaction, event: WideEvent, portalIds: number[]): Promise<TouchedMailbox[]> {
    return tx.many<TouchedMailbox>(sql`
      with pairs as materialized (
        select w.id as webhook_id, ${eventColumns}, 1 as place, 1 as count
          from learning.outbox o
          join learning.webhooks w on w.portal_id = any(${portalIds}::int[]) and w.enabled and o.type = any(w.events)
         where o.created_on = ${event.created_on} and o.id = ${event.id}),
      ${queue}
      select webhook_id, state, p95_ms from mailboxes`);
  }

  /** @param cursor the last portal that has got it; undefined: all have */
  async advance(tx: Transaction, event: WideEvent, cursor: number | undefined): Promise<void> {
    await tx.run(sql`
      update learning.outbox
         set wide_cursor = ${cursor ?? event.wide_cursor}, done_at = case when ${cursor === undefined} then now() end
       where created_on = ${event.created_on} and id = ${event.id}`);
  }
}

/**
 * From `pairs` (webhook and event, with place and count within the webhook): gives out sequences and makes the
 * mailboxes due, but a parked one no sooner than its next probe and a held one no sooner than it asked.
 */
const queue = sql`
  mailboxes as (
    update learning.webhook_mailboxes m
       set last_seq = m.last_seq + c.count, version = m.version + 1,
           next_due = case when m.state = ${MailboxState.parked} then coalesce(m.next_due, now())
                           else least(m.next_due, greatest(now(), m.hold_until)) end
      from (select webhook_id, max(count) as count from pairs group by webhook_id) c
     where m.webhook_id = c.webhook_id
    returning m.webhook_id, m.last_seq - c.count as base, m.state, m.p95_ms),
  queued as (
    insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at)
    select p.created_on, p.webhook_id, b.base + p.place, p.id, p.type, p.object_type || ':' || p.object_id, p.fired_at
      from pairs p join mailboxes b using (webhook_id))`;
