import type { DeliveryHarness } from './delivery-harness.js';

/** Does `work` while another transaction has locked the webhook's mailbox, as after a process stopped before its commit. */
export const whileMailboxLocked = (
  stack: DeliveryHarness,
  webhookId: number,
  work: () => Promise<void>,
): Promise<void> =>
  stack.db.duringTransaction(
    `select 1 from learning.webhook_mailboxes where webhook_id = ${webhookId} for update`,
    work,
  );
