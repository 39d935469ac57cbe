import type { DeliveryHarness } from './delivery-harness.js';

/** Does `work` while another transaction has locked the webhook's mailbox, as after a process stopped before its commit. */
export async function whileMailboxLocked(
  stack: DeliveryHarness,
  webhookId: number,
  work: () => Promise<void>,
): Promise<void> {
  const holder = await stack.db.connect();
  await holder.query('begin');
  await holder.query('select 1 from learning.webhook_mailboxes where webhook_id = $1 for update', [
    webhookId,
  ]);
  try {
    await work();
  } finally {
    await holder.query('commit');
    holder.release();
  }
}
