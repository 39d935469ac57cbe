import { useSafeChange } from '../../ui/safe-change.js';
import type { ConsoleWebhook, WebhookChange } from './webhook-types.js';
import { readValues, type WebhookValues } from './webhook-values.js';
import { useReadWebhook, useRemoveWebhook, useUpdateWebhook } from './webhooks.queries.js';

/**
 * Changes or deletes a webhook if its settings are still those that the person saw.
 * @param base the settings that the person saw
 * @returns the change, the removal, and the settings of now if somebody else has changed them
 */
export function useGuardedChange(id: number, base: WebhookValues) {
  const readWebhook = useReadWebhook(id);
  const update = useUpdateWebhook(id);
  const remove = useRemoveWebhook(id);
  async function read() {
    const { webhook, etag } = await readWebhook();
    return { values: readValues(webhook), etag };
  }
  const { change, theirs } = useSafeChange<WebhookValues, WebhookChange, ConsoleWebhook>({
    base,
    read,
    send: (body, etag) => update.mutateAsync({ body, etag }),
  });
  const { change: removal } = useSafeChange<WebhookValues, void, void>({
    base,
    read,
    send: (_, etag) => remove.mutateAsync(etag),
  });
  return { change, removal, theirs };
}
