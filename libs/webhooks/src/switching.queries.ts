import { sql, type Database, type Transaction } from '@app/database';
import { inBatches, type Changed } from './in-batches.js';
import { lockWebhook, type LockedWebhook } from './locked-webhook.queries.js';
import { deliveryStateSql, mailboxStateSql, PARK_AFTER_FAILURES } from './states.js';

/** A worker that is sending loses the lease, because what it has read is out of date. */
const takeLease = sql`version = version + 1, lease_token = null, lease_until = null`;

/** The mailbox is parked and due: the first delivery is a probe. Call {@link dropWaiting} before the transaction. */
export async function enableWebhook(tx: Transaction, { id }: LockedWebhook): Promise<void> {
  await tx.run(sql`update learning.webhooks set enabled = true, updated_time = now() where id = ${id}`);
  await tx.run(sql`
    update learning.webhook_mailboxes
       set state = ${mailboxStateSql.parked}, version = version + 1, next_due = now(), hold_until = null,
           failures_in_row = 0, failing_since = null, failing_for = '0', probes = 0, probe_seq = null,
           probe_failures = 0
     where webhook_id = ${id}`);
}

/**
 * Nothing more is sent, and a worker that is sending loses the lease. Call {@link dropWaiting} once it is committed: a
 * lot may be waiting.
 */
export async function disableWebhook(tx: Transaction, { id }: LockedWebhook): Promise<void> {
  await tx.run(sql`update learning.webhooks set enabled = false, updated_time = now() where id = ${id}`);
  await tx.run(sql`
    update learning.webhook_mailboxes
       set state = ${mailboxStateSql.disabled}, ${takeLease}, next_due = null, hold_until = null
     where webhook_id = ${id}`);
}

/** Deletes the webhook; its deliveries are kept for the usual time. Call {@link dropWaiting} once it is committed. */
export async function removeWebhook(tx: Transaction, webhook: LockedWebhook): Promise<void> {
  await tx.run(sql`delete from learning.webhooks where id = ${webhook.id}`);
}

/**
 * Drops what waits for a webhook that is disabled or deleted; does nothing while it is enabled. What is left when that
 * fails is not sent either: {@link enableWebhook} comes after another call.
 * @param webhookId of which the caller has made sure that it may be changed
 */
export async function dropWaiting(database: Database, webhookId: number): Promise<void> {
  await inBatches(database, async (tx, { after, limit }) => {
    const webhook = await lockWebhook(tx, { id: webhookId, portalId: 'any' });
    if (webhook?.enabled) return undefined;
    return tx.one<Changed>(sql`
      with waiting as materialized (
        select created_on, seq from learning.webhook_deliveries
         where webhook_id = ${webhookId} and state = ${deliveryStateSql.waiting} and seq > ${after}
         order by seq limit ${limit}),
      dropped as (
        update learning.webhook_deliveries d set state = ${deliveryStateSql.dropped} from waiting w
         where d.webhook_id = ${webhookId} and d.created_on = w.created_on and d.seq = w.seq
           and d.state = ${deliveryStateSql.waiting}
        returning d.seq)
      select count(*) as count, coalesce(max(seq), 0) as last from waiting`);
  });
}

/** Stops sending, even by a worker that is sending now; new events wait. @returns false if it is disabled or paused */
export async function pauseWebhook(tx: Transaction, { id }: LockedWebhook): Promise<boolean> {
  const rows = await tx.run(sql`
    update learning.webhook_mailboxes set state = ${mailboxStateSql.paused}, ${takeLease}
     where webhook_id = ${id} and state < ${mailboxStateSql.disabled}`);
  return rows > 0;
}

/**
 * Continues where it was, or with a probe if it was failing or parked with a reason. @returns false if it is neither
 * paused nor parked with a reason
 */
export async function resumeWebhook(tx: Transaction, { id }: LockedWebhook): Promise<boolean> {
  const rows = await tx.run(sql`
    update learning.webhook_mailboxes
       set state = case when failures_in_row >= ${PARK_AFTER_FAILURES} or parked_reason is not null
                        then ${mailboxStateSql.parked} else ${mailboxStateSql.open} end,
           version = version + 1, next_due = now()
     where webhook_id = ${id} and (state = ${mailboxStateSql.paused} or state = ${mailboxStateSql.parked} and parked_reason is not null)`);
  return rows > 0;
}
