import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.js';
import type { ConsoleWebhook, WebhookChange } from './webhook-types.js';
import { listChanged, readValues, type WebhookValues } from './webhook-values.js';
import { useReadWebhook, useRemoveWebhook, useUpdateWebhook } from './webhooks.queries.js';

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/**
 * Changes a webhook if its settings are still those that the person saw. Its ETag changes with every delivery: such a
 * change has no author, and the request is repeated with the new one.
 * @param base the settings that the person saw
 * @returns the change, and the settings of now if somebody else has changed them
 */
export function useGuardedChange(id: number, base: WebhookValues) {
  const readWebhook = useReadWebhook(id);
  const update = useUpdateWebhook(id);
  const remove = useRemoveWebhook(id);
  const [conflict, setConflict] = useState<WebhookValues | undefined>();

  async function guarded<Data>(act: (etag: string | undefined) => Promise<Data>): Promise<Data> {
    setConflict(undefined);
    for (let isLast = false; ; isLast = true) {
      const { webhook, etag } = await readWebhook();
      if (listChanged(base, readValues(webhook)).length > 0) {
        setConflict(readValues(webhook));
        throw new ApiError(412, { error_code: 'precondition_failed' });
      }
      try {
        return await act(etag);
      } catch (error) {
        if (isLast || !isConflict(error)) throw error;
      }
    }
  }

  const change = useMutation<ConsoleWebhook, Error, WebhookChange>({
    mutationFn: (body) => guarded((etag) => update.mutateAsync({ body, etag })),
    onSuccess: () => setConflict(undefined),
  });
  const removal = useMutation<void, Error>({ mutationFn: () => guarded((etag) => remove.mutateAsync(etag)) });
  return { change, removal, conflict: isConflict(change.error) ? conflict : undefined };
}
