import { sql, type Transaction } from '@app/database';
import type { LockedWebhook } from './locked-webhook.queries.js';
import type { WebhookSecrets } from './secrets.js';
import { MailboxState } from './states.js';

/** Stores a webhook without a secret, and its mailbox. */
export async function insertWebhook(
  tx: Transaction,
  webhook: { portalId: number; url: string; enabled: boolean; events: readonly string[] },
): Promise<LockedWebhook> {
  const { portalId, url, enabled, events } = webhook;
  const inserted = await tx.one<LockedWebhook>(sql`
    insert into learning.webhooks (portal_id, url, enabled, events)
    values (${portalId}, ${url}, ${enabled}, ${events}::text[]) returning id, enabled`);
  await tx.run(sql`
    insert into learning.webhook_mailboxes (webhook_id, portal_id, state)
    values (${inserted!.id}, ${portalId}, ${enabled ? MailboxState.open : MailboxState.disabled})`);
  return inserted!;
}

/**
 * Replaces the sealed secret. Its mailbox becomes `due`, so that one parked because of an unreadable secret
 * continues with the new one.
 * @param to.secret null: deliveries are not signed
 * @param to.overlapSeconds for which the former secret keeps signing; 0: it is deleted
 */
export async function setWebhookSecret(
  tx: Transaction,
  { id }: LockedWebhook,
  change: { secret: string | null; overlapSeconds: number },
  secrets: WebhookSecrets,
): Promise<void> {
  const sealed = change.secret === null ? null : secrets.seal(id, change.secret);
  await tx.run(sql`
    update learning.webhooks
       set secret = ${sealed}, updated_time = now(),
           previous_secret = case when ${change.overlapSeconds}::int > 0 then secret end,
           previous_secret_until = case when ${change.overlapSeconds}::int > 0 and secret is not null
                                        then now() + ${change.overlapSeconds}::int * interval '1 second' end
     where id = ${id}`);
}

/** Whether deliveries are already signed with only this secret; null: not signed. */
export async function isWebhookSecret(
  tx: Transaction,
  { id }: LockedWebhook,
  secret: string | null,
  secrets: WebhookSecrets,
): Promise<boolean> {
  const row = await tx.one<{ secret: Buffer | null; overlaps: boolean }>(sql`
    select secret, coalesce(previous_secret_until > now(), false) as overlaps
      from learning.webhooks where id = ${id}`);
  if (!row || row.overlaps) return false;
  return row.secret ? secrets.open(id, row.secret) === secret : secret === null;
}
