import { sql, type Statement, type Transaction } from '@app/database';
import { dueWithMore } from '@app/webhooks';
import type { WakeableMailbox } from '../drain/index.js';

/** Of an event that waits, `t`. */
export const eventColumns = sql`t.created_on, t.id, t.portal_id, t.type, t.object_type, t.object_id, t.fired_at`;

/**
 * In the rest of the transaction Postgres reads in the order of indexes: what waits for the relay is next to nothing
 * whenever its statistics are taken, so Postgres would fetch and sort all of it for each batch.
 */
export const readInOrder = sql`
  ordered as materialized (
    select set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true))`;

/**
 * For `pairs` (webhook and event, with its sequence, which follows the last one of the locked mailbox): queues them and
 * makes mailboxes due. Pairs are not joined to what the update returns: Postgres would compare each with each.
 */
export const queue = sql`
  mailboxes as (
    update learning.webhook_mailboxes m
       set last_seq = p.seq, version = m.version + 1,
           next_due = ${dueWithMore}
      from (select webhook_id, max(seq) as seq from pairs group by webhook_id) p
     where m.webhook_id = p.webhook_id
    returning m.webhook_id, m.state, m.p95_ms),
  queued as (
    insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at)
    select created_on, webhook_id, seq, id, type, object_type || ':' || object_id, fired_at from pairs)`;

/**
 * Creates deliveries for events, each for its portal, and assigns sequences; events without a subscriber are removed,
 * unless other portals hear of them too. Mailboxes are locked here too, as `lockWebhooks` has not seen one that was
 * created since.
 * @param taken takes the events from where they wait and returns their {@link eventColumns}
 */
export function queueTaken(tx: Transaction, taken: Statement): Promise<WakeableMailbox[]> {
  return tx.many<WakeableMailbox>(sql`
    with given as materialized (${taken}),
    pairs as materialized (
      select p.*, p.last_seq + row_number() over (partition by p.webhook_id order by p.id) as seq
        from (select w.id as webhook_id, m.last_seq, g.*
                from given g
                join learning.webhooks w on w.portal_id = g.portal_id and w.enabled and g.type = any(w.events)
                join learning.webhook_mailboxes m on m.webhook_id = w.id
                 for no key update of m) p),
    ${queue},
    unwanted as materialized (
      select created_on, id from given g where not exists (select 1 from pairs p where p.id = g.id)),
    removed as (
      delete from learning.outbox o using unwanted u
       where o.created_on = u.created_on and o.id = u.id and not o.wide)
    select webhook_id, state, p95_ms from mailboxes`);
}

/**
 * Locks the webhooks and mailboxes of these portals. Subscriptions are read after that, so that a webhook that has
 * just been disabled or changed gets exactly what it subscribes to. A mailbox is waited for, since it is locked for a
 * statement alone by whoever has not locked its webhook before it.
 * @returns the portals of which a webhook is locked by others, who may need it for long: nothing of these is locked
 * for certain, and they must get nothing in this transaction
 */
export async function lockWebhooks(tx: Transaction, portalIds: readonly number[]): Promise<number[]> {
  const busy = await tx.many<{ portal_id: number }>(sql`
    with free as materialized (
      select w.id from learning.webhooks w
       where w.portal_id = any(${portalIds}::int[]) and w.enabled
       order by w.id for share of w skip locked)
    select distinct w.portal_id from learning.webhooks w
     where w.portal_id = any(${portalIds}::int[]) and w.enabled and w.id not in (select id from free)`);
  const ids = busy.map(({ portal_id }) => portal_id);
  const others = portalIds.filter((id) => !ids.includes(id));
  await tx.many(sql`
    select 1 from learning.webhooks w join learning.webhook_mailboxes m on m.webhook_id = w.id
     where w.portal_id = any(${others}::int[]) and w.enabled
     order by w.id for no key update of m`);
  return ids;
}
