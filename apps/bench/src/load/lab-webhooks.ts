import { sql, type Database } from '@app/database';
import {
  changeWebhook,
  dropWaiting,
  insertWebhook,
  setEnabled,
  setWebhookSecret,
  type WebhookSecrets,
} from '@app/webhooks';

export async function makePortal(owner: Database, name: string): Promise<number> {
  const row = await owner.one<{ id: number }>(
    sql`insert into identity.portals (name, title) values (${name}, ${name}) returning id`,
  );
  return row!.id;
}

export function makeWebhook(
  owner: Database,
  secrets: WebhookSecrets,
  webhook: { portalId: number; url: string; events: readonly string[] },
): Promise<number> {
  return owner.write(async (tx) => {
    const webhookRow = await insertWebhook(tx, { ...webhook, enabled: true });
    await setWebhookSecret(tx, webhookRow, { secret: 'a secret of a benchmark', overlapSeconds: 0 }, secrets);
    return webhookRow.id;
  });
}

/** Disables webhooks one by one, which drops their waiting deliveries. */
export async function disableWebhooks(owner: Database, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await changeWebhook(owner, { id, portalId: 'any' }, async (tx, webhook) => {
      if (webhook) await setEnabled(tx, webhook, false);
      return { mailbox: 'disable', result: () => undefined };
    });
    await dropWaiting(owner, id);
  }
}
