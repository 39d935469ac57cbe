import { sql, type Statement, type Transaction } from '@app/database';
import { limits, LimitReached } from '@app/limits';
import type { LockedWebhook } from './locked-webhook.queries.js';
import { DeliveryState, MailboxState } from './states.js';

/** The day of the oldest deliveries that are kept: 30 days plus the current one. */
export const oldestKept = sql`(now() at time zone 'utc')::date - 31`;

/**
 * When a mailbox `m` with something to send is due: if parked, not before its next probe; if its receiver asked
 * for a pause, not before the end of that.
 */
export const dueWithMore = sql`
  case when m.state = ${MailboxState.parked} then coalesce(m.next_due, now())
       else least(m.next_due, greatest(now(), m.hold_until)) end`;

const seldomEnough = sql`redeliveries < ${limits.delivery_redeliveries.most}`;

/** Brings a waiting delivery forward, or sends a finished one again. @throws LimitReached */
export async function redeliver(tx: Transaction, webhook: LockedWebhook, sequence: number): Promise<void> {
  const sent = await sendAgain(tx, webhook, sql`seq = ${sequence} and ${seldomEnough}`);
  if (sent === 0) throw new LimitReached('delivery_redeliveries');
}

export async function redeliverTest(tx: Transaction, webhook: LockedWebhook, id: number): Promise<void> {
  await tx.run(sql`
    update learning.webhook_test_deliveries set state = ${DeliveryState.waiting}, claimed_until = null
     where webhook_id = ${webhook.id} and id = ${id}`);
}

/**
 * Sends again what was fired in the window and is not already waiting.
 * @param window in Unix seconds: from `from` to just before `before`
 * @param by a partner's replay leaves out deliveries that were sent too often, an operator's does not
 * @returns how many
 */
export function replay(
  tx: Transaction,
  webhook: LockedWebhook,
  window: { from: number; before: number },
  by: 'partner' | 'operator',
): Promise<number> {
  return sendAgain(
    tx,
    webhook,
    sql`state <> ${DeliveryState.waiting} and ${by === 'partner' ? seldomEnough : sql`true`}
        and fired_at >= to_timestamp(${window.from}) and fired_at < to_timestamp(${window.before})`,
  );
}

async function sendAgain(tx: Transaction, { id }: LockedWebhook, which: Statement): Promise<number> {
  const { waiting } = DeliveryState;
  const count = await tx.run(sql`
    update learning.webhook_deliveries
       set next_at = now(), state = ${waiting},
           round_tries = case when state = ${waiting} then round_tries else 0 end,
           redeliveries = case when state = ${waiting} then redeliveries else redeliveries + 1 end
     where webhook_id = ${id} and created_on >= ${oldestKept} and ${which}`);
  if (count > 0) {
    await tx.run(sql`
      update learning.webhook_mailboxes m set version = m.version + 1, next_due = ${dueWithMore}
       where m.webhook_id = ${id}`);
  }
  return count;
}
