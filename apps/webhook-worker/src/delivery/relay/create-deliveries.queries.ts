import { sql, type Statement, type Transaction } from '@app/database';
import { nextDueSql } from '@app/webhooks';
import type { WakeableMailbox } from '../drain/index.js';

/** The columns of a pending event `t`. */
export const eventColumns = sql`t.created_on, t.id, t.portal_id, t.type, t.object_type, t.object_id, t.fired_at`;

/**
 * Settings for the rest of the transaction. Forces index scans, because statistics usually see an almost empty outbox,
 * and Postgres would fetch and sort all pending events for each batch. The short `lock_timeout` keeps one locked
 * portal from delaying the events of all.
 */
export const relaySettings = sql`
  settings as materialized (
    select set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true),
           set_config('lock_timeout', '250ms', true))`;

/**
 * For `pairs` (webhook and event, with its sequence, which follows the last one of the locked mailbox): queues them and
 * makes mailboxes due. Pairs are not joined to what the update returns: Postgres would compare each with each.
 */
export const queue = sql`
  mailboxes as (
    update learning.webhook_mailboxes m
       set last_seq = p.seq, version = m.version + 1,
           next_due = ${nextDueSql}
      from (select webhook_id, max(seq) as seq from pairs group by webhook_id) p
     where m.webhook_id = p.webhook_id
    returning m.webhook_id, m.state, m.p95_ms),
  queued as (
    insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at)
    select created_on, webhook_id, seq, id, type, object_type || ':' || object_id, fired_at from pairs)`;

/**
 * Creates deliveries for events, each for its portal, and assigns sequences; events without a subscriber are removed,
 * unless other portals receive them too.
 * @param events takes the events from where they wait and returns their {@link eventColumns}
 * @param webhookIds of {@link lockMailboxes}, in an earlier statement
 */
export function createDeliveries(
  tx: Transaction,
  events: Statement,
  webhookIds: readonly number[],
): Promise<WakeableMailbox[]> {
  return tx.many<WakeableMailbox>(sql`
    with given as materialized (${events}),
    pairs as materialized (
      select w.id as webhook_id, g.*, m.last_seq + row_number() over (partition by w.id order by g.id) as seq
        from given g
        join learning.webhooks w on w.portal_id = g.portal_id and w.enabled and g.type = any(w.events)
         and w.id = any(${webhookIds}::int[])
        join learning.webhook_mailboxes m on m.webhook_id = w.id),
    ${queue},
    unwanted as materialized (
      select created_on, id from given g where not exists (select 1 from pairs p where p.id = g.id)),
    removed as (
      delete from learning.outbox o using unwanted u
       where o.created_on = u.created_on and o.id = u.id and not o.wide)
    select webhook_id, state, p95_ms from mailboxes`);
}

/**
 * Locks the mailboxes of these portals' webhooks, in the order of their ids. The next statement reads subscriptions. A
 * change of a webhook changes its mailbox last (`changeWebhook`), so an earlier change is visible, and a later one
 * waits. A webhook that is created or enabled meanwhile is not included and gets only later events.
 * @returns the ids of the webhooks
 */
export async function lockMailboxes(tx: Transaction, portalIds: readonly number[]): Promise<number[]> {
  return tx.column<number>(sql`
    select m.webhook_id from learning.webhook_mailboxes m
     where m.webhook_id in (
       select w.id from learning.webhooks w where w.portal_id = any(${portalIds}::int[]) and w.enabled)
     order by m.webhook_id for no key update of m`);
}

/** Those of the portals in which another transaction has locked a mailbox that {@link lockMailboxes} needs. */
export async function lockedPortals(tx: Transaction, portalIds: readonly number[]): Promise<number[]> {
  const wantedMailboxes = sql`
    learning.webhook_mailboxes m join learning.webhooks w on w.id = m.webhook_id
     where w.portal_id = any(${portalIds}::int[]) and w.enabled`;
  return tx.column<number>(sql`
    with free as materialized (
      select m.webhook_id from ${wantedMailboxes} order by m.webhook_id for no key update of m skip locked)
    select distinct w.portal_id from ${wantedMailboxes} and m.webhook_id not in (select webhook_id from free)`);
}
