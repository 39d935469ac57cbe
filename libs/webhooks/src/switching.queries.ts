import { sql, type Database, type Transaction } from '@app/database';
import { inBatches, type BatchChanged } from './in-batches.js';
import { lockWebhook, type LockedWebhook } from './locked-webhook.queries.js';
import { changeMailbox } from './mailbox-changes.queries.js';
import { deliveryStateSql } from './states.js';

/** Sets whether the webhook itself is enabled. Its mailbox is changed after it, by `enable` or `disable`. */
export async function setEnabled(tx: Transaction, { id }: LockedWebhook, enabled: boolean): Promise<void> {
  await tx.run(sql`update learning.webhooks set enabled = ${enabled}, updated_time = now() where id = ${id}`);
}

/** For the worker, which has its own order: it judges by the mailbox whether it may disable the webhook. */
export async function disableWebhook(tx: Transaction, webhook: LockedWebhook): Promise<void> {
  await setEnabled(tx, webhook, false);
  await changeMailbox(tx, webhook, 'disable');
}

/**
 * Drops what waits for a webhook that is disabled or deleted; does nothing while it is enabled. Deliveries that are
 * left when that fails are not sent either: a webhook is enabled only after another call.
 * @param webhookId of which the caller has made sure that it may be changed
 */
export async function dropWaiting(database: Database, webhookId: number): Promise<void> {
  await inBatches(({ after, limit }) =>
    database.write(async (tx) => {
      const webhook = await lockWebhook(tx, { id: webhookId, portalId: 'any' });
      if (webhook?.enabled) return undefined;
      return tx.one<BatchChanged>(sql`
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
    }),
  );
}
