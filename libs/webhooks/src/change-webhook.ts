import type { Database, Transaction } from '@app/database';
import { lockWebhook, type LockedWebhook } from './locked-webhook.queries.js';
import { changeMailbox, type MailboxChange } from './mailbox-changes.queries.js';

/** The work that is left once everything but the mailbox is changed. */
export interface WebhookChange<T> {
  /** `none` if neither the mailbox nor what the webhook subscribes to is changed. */
  mailbox: MailboxChange | 'none';
  /**
   * Makes what the caller gets, in the same transaction.
   * @param isMailboxChanged false if the mailbox was in no state for the change, or with `none`
   */
  result: (isMailboxChanged: boolean) => T | Promise<T>;
}

/**
 * The one door for changes of a webhook. Its row is locked first, and its mailbox is changed last, just before the
 * commit. The relay waits for locked mailboxes, with the events of all portals. It reads subscriptions after it has
 * locked the mailboxes, so each event is relayed either before the change or by what the change says. Locks have one
 * order, so that nobody waits in a circle: webhook, deliveries, mailbox; a relay locks mailboxes by id, and outcomes
 * lock deliveries alone.
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
