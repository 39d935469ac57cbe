import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { ifMatch, withEtag } from '../../api/conditional.js';
import type { RotatedSecret } from '../../ui/rotate-secret.js';
import { seriesZone } from '../../ui/series-zone.js';
import { toSeries } from './statistics-search.js';
import type { NewWebhook, WebhookChange } from './webhook-types.js';

const path = (webhookId: number) => ({ path: { webhookId } });

/** The polling interval for waiting deliveries and their next attempt. */
const REFRESH_MS = 15_000;

export const useWebhooks = (isNeeded = true) =>
  useQuery({
    queryKey: ['Webhooks_list'],
    queryFn: async () => (await api.GET('/v2/webhooks')).data!,
    enabled: isNeeded,
  });

const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: ['Webhooks_get', id],
    queryFn: () => withEtag(api.GET('/v2/webhooks/{webhookId}', { params: path(id) })),
    refetchInterval: REFRESH_MS,
  });

export const useWebhook = (id: number) => useQuery({ ...webhookQuery(id), select: ({ data }) => data });

function useInvalidateWebhooks(): () => Promise<void> {
  const queries = useQueryClient();
  return () => invalidateWebhooks(queries);
}

/** Invalidates the lists, the detail and the deliveries after a change. */
export const invalidateWebhooks = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => /^(Webhooks|Deliveries)_/.test(String(queryKey[0])),
  });

/** @param key the form's idempotency key: a form creates at most one webhook */
export function useCreateWebhook(key: string) {
  const invalidate = useInvalidateWebhooks();
  return useMutation({
    mutationFn: async (body: NewWebhook) =>
      (await api.POST('/v2/webhooks', { body, params: { header: { 'Idempotency-Key': key } } })).data!,
    onSuccess: invalidate,
    gcTime: 0, // the answer has a secret
  });
}

/** Functions that read a webhook before a change, and send changes and the removal. */
export function useWebhookChange(id: number) {
  const queries = useQueryClient();
  const params = (etag: string | undefined) => ({
    ...path(id),
    header: ifMatch(etag),
  });
  return {
    read: () => queries.fetchQuery({ ...webhookQuery(id), staleTime: 0 }),
    update: async (body: WebhookChange, etag: string | undefined) => {
      const { data } = await api.PATCH('/v2/webhooks/{webhookId}', { body, params: params(etag) });
      await invalidateWebhooks(queries);
      return data!;
    },
    remove: async (_: void, etag: string | undefined): Promise<void> => {
      await api.DELETE('/v2/webhooks/{webhookId}', { params: params(etag) });
      await queries.invalidateQueries({ queryKey: ['Webhooks_list'] });
    },
  };
}

export function useRotateSecret(id: number) {
  const invalidate = useInvalidateWebhooks();
  return async (overlapSeconds: number, key: string): Promise<RotatedSecret> => {
    const { data } = await api.POST('/v2/webhooks/{webhookId}/rotate-secret', {
      body: { overlap_seconds: overlapSeconds },
      params: { ...path(id), header: { 'Idempotency-Key': key } },
    });
    const until = overlapSeconds > 0 ? new Date(Date.now() + overlapSeconds * 1_000).toISOString() : null;
    await invalidate();
    return { secret: data!.secret_key, until };
  };
}

export function useTestWebhook(id: number) {
  const invalidate = useInvalidateWebhooks();
  return useMutation({
    mutationFn: async () => (await api.POST('/v2/webhooks/{webhookId}/test', { params: path(id) })).data!,
    onSuccess: invalidate,
  });
}

export interface StatisticsQuery {
  from: number;
  to: number;
  interval: 'hour' | 'day';
}

/** Deliveries and attempts by hour or day. */
export const useStatistics = (id: number, query: StatisticsQuery) =>
  useQuery({
    queryKey: ['WebhookStatistics_get', id, query],
    queryFn: async () =>
      (
        await api.GET('/v2/webhooks/{webhookId}/statistics', {
          params: {
            ...path(id),
            query: { ...query, time_zone: seriesZone(query) },
          },
        })
      ).data!,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The last day of every webhook, by hour. */
export const useAllWebhookStatistics = () =>
  useQuery({
    queryKey: ['WebhookStatistics_list'],
    queryFn: async () => {
      const query = toSeries('24h', Math.floor(Date.now() / 1_000));
      return (await api.GET('/v2/webhook-statistics', { params: { query } })).data!;
    },
    staleTime: 60_000,
  });
