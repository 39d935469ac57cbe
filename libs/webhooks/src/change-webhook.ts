import type { Database, Transaction } from '@app/database';
import { lockWebhook, type LockedWebhook } from './locked-webhook.queries.js';
import { changeMailbox, type MailboxChange } from './mailbox-changes.queries.js';

/** The steps that follow once everything except the mailbox is changed. */
export interface WebhookChange<T> {
  /** `none` if neither the mailbox nor the subscription is changed. */
  mailbox: MailboxChange | 'none';
  /**
   * Returns the result of `changeWebhook`, in the same transaction.
   * @param isMailboxChanged false if the mailbox's state does not allow the change, or with `none`
   */
  result: (isMailboxChanged: boolean) => T | Promise<T>;
}

/**
 * All changes of a webhook go through this function. It locks the webhook's row first, and changes its mailbox last,
 * just before the commit, because the relay waits for locked mailboxes with the events of all portals. The relay reads
 * subscriptions after locking the mailboxes, so each event uses either the old or the new subscription. To prevent
 * deadlocks, all lock in one order: webhook, deliveries, mailbox. A relay locks only mailboxes, by id, and outcomes
 * lock only deliveries.
 * @param webhook.portalId the requesting portal; `any` for operators
 * @param work changes everything but the mailbox; gets undefined when the portal has no such webhook
 */
export function changeWebhook<T>(
  database: Database,
  webhook: { id: number; portalId: number | 'any' },
  work: (tx: Transaction, webhook: LockedWebhook | undefined) => Promise<WebhookChange<T>>,
): Promise<T> {
  return database.write(async (tx) => {
    const locked = await lockWebhook(tx, webhook);
    const { mailbox, result } = await work(tx, locked);
    return result(locked !== undefined && mailbox !== 'none' && (await changeMailbox(tx, locked, mailbox)));
  });
}
