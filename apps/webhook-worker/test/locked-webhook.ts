import type { PoolClient } from 'pg';
import type { DeliveryHarness } from './delivery-harness.js';

/**
 * Does `work` while somebody has locked the webhook and its mailbox, as changing it and replaying do.
 * @param work given the transaction that has locked it
 */
export async function whileLocked(
  stack: DeliveryHarness,
  webhookId: number,
  work: (holder: PoolClient) => Promise<void>,
): Promise<void> {
  const holder = await stack.db.connect();
  await holder.query('begin');
  await holder.query('select 1 from learning.webhooks where id = $1 for update', [webhookId]);
  await holder.query('select 1 from learning.webhook_mailboxes where webhook_id = $1 for update', [
    webhookId,
  ]);
  try {
    await work(holder);
  } finally {
    await holder.query('commit');
    holder.release();
  }
}
