import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { cursorPages } from '../../api/cursor-pages.js';
import { readIfChanged } from '../../api/conditional.js';
import { isUserActive } from '../../ui/presence.js';
import type { DeliveriesSearch } from './deliveries-search.js';
import { invalidateWebhooks } from './webhooks.queries.js';
import type { ConsoleDeliveryDetail, ReplayBody, Schemas } from './webhook-types.js';

const REFRESH_MS = 5_000;
/** The interval of a list in which nothing waits. */
const SLOW_REFRESH_MS = 10_000;
const PAGE = 50;
/** With more pages, polling would cost too much. */
const MAX_REFRESHED_PAGES = 3;

/** The polling interval while the user is active; hidden windows do not poll. */
const refreshEvery = (isNeeded: boolean, everyMs = REFRESH_MS): number | false =>
  isNeeded && isUserActive() ? everyMs : false;

/** A page of the deliveries of a webhook, or of all. */
async function readPage(
  webhookId: number | undefined,
  query: DeliveriesSearch & { limit: number; cursor?: string },
): Promise<Schemas['PortalDeliveryPage']> {
  const key = JSON.stringify(['Deliveries_list', webhookId, query]);
  if (webhookId === undefined)
    return readIfChanged(key, (headers) => api.GET('/v2/deliveries', { params: { query }, headers }));
  const page = await readIfChanged(key, (headers) =>
    api.GET('/v2/webhooks/{webhookId}/deliveries', { params: { path: { webhookId }, query }, headers }),
  );
  return { ...page, hits: page.hits.map((hit) => ({ webhook_id: webhookId, ...hit })) };
}

/**
 * Deliveries, newest first, in pages.
 * @param webhookId undefined: of all webhooks
 */
export const useDeliveries = (webhookId: number | undefined, search: DeliveriesSearch) =>
  useInfiniteQuery({
    queryKey: ['Deliveries_list', webhookId, search],
    queryFn: ({ pageParam }) =>
      readPage(webhookId, { limit: PAGE, ...search, ...(pageParam && { cursor: pageParam }) }),
    ...cursorPages,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      const isWaiting = pages.some((page) => page.hits.some((hit) => hit.state === 'waiting'));
      return refreshEvery(pages.length <= MAX_REFRESHED_PAGES, isWaiting ? REFRESH_MS : SLOW_REFRESH_MS);
    },
  });

const DUE_REFRESH_MS = 1_000;
/** A delivery that has been due for longer waits for something else, such as its turn. */
const MAX_DUE_MS = 10_000;

const isDue = (delivery: ConsoleDeliveryDetail): boolean => {
  const since = Date.now() - Date.parse(delivery.next_try_time ?? '');
  return since >= 0 && since < MAX_DUE_MS;
};

/** @param everyMs the polling interval while the delivery waits; a due one is polled more often */
export const useDelivery = (webhookId: number, deliveryId: number, everyMs = REFRESH_MS) =>
  useQuery({
    queryKey: ['Deliveries_get', webhookId, deliveryId],
    queryFn: ({ queryKey }) =>
      readIfChanged(JSON.stringify(queryKey), (headers) =>
        api.GET('/v2/webhooks/{webhookId}/deliveries/{deliveryId}', {
          params: { path: { webhookId, deliveryId } },
          headers,
        }),
      ) as Promise<ConsoleDeliveryDetail>,
    refetchInterval: ({ state: { data } }) =>
      refreshEvery(
        data?.state === 'waiting',
        data && isDue(data) ? Math.min(DUE_REFRESH_MS, everyMs) : everyMs,
      ),
  });

/** Sends one delivery again. */
export function useRedeliver(webhookId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (deliveryId: number) =>
      (
        await api.POST('/v2/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', {
          params: { path: { webhookId, deliveryId } },
        })
      ).data!,
    onSuccess: () => invalidateWebhooks(queries),
  });
}

/** Sends matching deliveries again; with `dry_run`, only counts them. */
export function useReplay(webhookId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: ReplayBody) =>
      (await api.POST('/v2/webhooks/{webhookId}/replay', { params: { path: { webhookId } }, body })).data!,
    onSuccess: (_, body) => (body.dry_run ? undefined : invalidateWebhooks(queries)),
  });
}
