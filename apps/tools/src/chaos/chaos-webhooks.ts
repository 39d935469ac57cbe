import type { Database } from '@app/database';
import {
  disableWebhook,
  dropWaiting,
  insertWebhook,
  lockWebhook,
  setWebhookSecret,
  type WebhookSecrets,
} from '@app/webhooks';

/** @returns its id */
export function makeWebhook(
  owner: Database,
  secrets: WebhookSecrets,
  webhook: { portalId: number; url: string; events: readonly string[] },
): Promise<number> {
  return owner.write(async (tx) => {
    const made = await insertWebhook(tx, { ...webhook, enabled: true });
    await setWebhookSecret(tx, made, { secret: 'a secret of chaos', overlapSeconds: 0 }, secrets);
    return made.id;
  });
}

/** Disables webhooks one by one: what waits for them is dropped. */
export async function disableWebhooks(owner: Database, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await owner.write(async (tx) => {
      const webhook = await lockWebhook(tx, { id, portalId: 'any' });
      if (webhook) await disableWebhook(tx, webhook);
    });
    await dropWaiting(owner, id);
  }
}
