import { sql, type Statement, type Transaction } from '@app/database';
import type { LockedWebhook } from './locked-webhook.queries.js';
import { mailboxStateSql, PARK_AFTER_FAILURES } from './states.js';

/**
 * When a mailbox `m` with something to send is due: if parked, not before its next probe. If its receiver asked
 * for a pause, not before the end of that.
 */
export const nextDueSql = sql`
  case when m.state = ${mailboxStateSql.parked} then coalesce(m.next_due, now())
       else least(m.next_due, greatest(now(), m.hold_until)) end`;

/** A worker that is sending loses the lease, because the webhook and the deliveries that it has read are out of date. */
const takeLease = sql`version = version + 1, lease_token = null, lease_until = null`;

/** The effects of a changed webhook on its mailbox, as the last statement of the transaction. */
const changes = {
  /** Only makes the relay wait, so that its next events use the new subscription. */
  touch: ({ id }) => sql`select 1 from learning.webhook_mailboxes where webhook_id = ${id} for no key update`,

  /** Parked and due: the first delivery is a probe. Call `dropWaiting` before the transaction. */
  enable: ({ id }) => sql`
    update learning.webhook_mailboxes
       set state = ${mailboxStateSql.parked}, version = version + 1, next_due = now(), hold_until = null,
           failures_in_row = 0, failing_since = null, failing_for = '0', probes = 0, probe_seq = null,
           probe_failures = 0
     where webhook_id = ${id}`,

  /**
   * Nothing more is sent, and a worker that is sending loses the lease. Call `dropWaiting` once it is committed: a lot
   * may be waiting.
   */
  disable: ({ id }) => sql`
    update learning.webhook_mailboxes
       set state = ${mailboxStateSql.disabled}, ${takeLease}, next_due = null, hold_until = null
     where webhook_id = ${id}`,

  /**
   * The mailbox goes with its webhook; its deliveries are kept for the usual time. Call `dropWaiting` once it is
   * committed.
   */
  remove: ({ id }) => sql`delete from learning.webhooks where id = ${id}`,

  /**
   * There may be something to send now (contract 5.15). One that is parked is probed immediately, even if its receiver asked for a
   * pause: its cause may have been repaired.
   */
  due: ({ id }) => sql`
    update learning.webhook_mailboxes m
       set version = m.version + 1,
           next_due = case m.state when ${mailboxStateSql.parked} then now() when ${mailboxStateSql.disabled} then null
                           else ${nextDueSql} end,
           hold_until = case when m.state <> ${mailboxStateSql.parked} then m.hold_until end
     where m.webhook_id = ${id}`,

  /** Stops sending, even by a worker that is sending now; new events wait. Does nothing if it is disabled or paused. */
  pause: ({ id }) => sql`
    update learning.webhook_mailboxes set state = ${mailboxStateSql.paused}, ${takeLease}
     where webhook_id = ${id} and state < ${mailboxStateSql.disabled}`,

  /**
   * Resumes sending, beginning with a probe if it was failing or parked with a reason. Does nothing unless it is paused
   * or parked with a reason.
   */
  resume: ({ id }) => sql`
    update learning.webhook_mailboxes
       set state = case when failures_in_row >= ${PARK_AFTER_FAILURES} or parked_reason is not null
                        then ${mailboxStateSql.parked} else ${mailboxStateSql.open} end,
           version = version + 1, next_due = now()
     where webhook_id = ${id} and (state = ${mailboxStateSql.paused} or state = ${mailboxStateSql.parked} and parked_reason is not null)`,
} satisfies Record<string, (webhook: LockedWebhook) => Statement>;

export type MailboxChange = keyof typeof changes;

/** @returns false if the mailbox's state does not allow the change */
export async function changeMailbox(
  tx: Transaction,
  webhook: LockedWebhook,
  change: MailboxChange,
): Promise<boolean> {
  return (await tx.run(changes[change](webhook))) > 0;
}
