import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api, auth } from '../../api/client.js';
import { isSomebodyThere } from '../../ui/presence.js';
import { seriesZone } from '../../ui/series-zone.js';

export type PortalWebhook = components['schemas']['Webhook'];
export type FullLimit = components['schemas']['PortalLimit'];

const REFRESH_MS = 5_000;
const DAY_SECONDS = 86_400;
const DAYS = 30;

/** A query whose result a first step waits for; it is repeated as long as somebody is there. */
interface StepQuery {
  isNeeded: boolean;
  isWaiting: boolean;
}

const stepOptions = ({ isNeeded, isWaiting }: StepQuery) => ({
  enabled: isNeeded,
  refetchInterval: () => (isWaiting && isSomebodyThere() ? REFRESH_MS : (false as const)),
});

/** The portal's own applications. */
export const useOwnApplications = (step: StepQuery) =>
  useQuery({
    queryKey: ['Applications_first'],
    queryFn: async () => {
      const query = { kind: ['own' as const], limit: 20 };
      return (await auth.GET('/applications', { params: { query } })).data!;
    },
    ...stepOptions(step),
  });

export const usePortalWebhooks = (step: StepQuery = { isNeeded: true, isWaiting: false }) =>
  useQuery({
    queryKey: ['Webhooks_list'],
    queryFn: async () => (await api.GET('/v2/webhooks')).data!,
    ...stepOptions(step),
  });

/** Whether the receiver of a webhook has answered a delivery with 2xx, a test too. */
export const useIsAnswered = (webhookId: number | undefined, step: StepQuery) =>
  useQuery({
    queryKey: ['Deliveries_answered', webhookId],
    queryFn: async () => {
      const params = { path: { webhookId: webhookId! }, query: { status: '2xx', limit: 1 } };
      const { data } = await api.GET('/v2/webhooks/{webhookId}/deliveries', { params });
      return data!.hits.length > 0;
    },
    ...stepOptions(step),
  });

/** How many people the portal has. */
export const usePeopleCount = (step: StepQuery) =>
  useQuery({
    queryKey: ['Users_count'],
    queryFn: async () => (await api.GET('/v2/users', { params: { query: { limit: 0 } } })).data!.total,
    ...stepOptions(step),
  });

/** Enrollments and completions of the last thirty days, by the day. */
export const useEnrollmentDays = () =>
  useQuery({
    queryKey: ['EnrollmentStatistics_list'],
    queryFn: async () => {
      const now = Math.floor(Date.now() / 1_000);
      const period = { from: now - (DAYS - 1) * DAY_SECONDS, to: now };
      const query = { ...period, interval: 'day' as const, time_zone: seriesZone(period) };
      return (await api.GET('/v2/enrollment-statistics', { params: { query } })).data!;
    },
    staleTime: 60_000,
  });

export const useFullLimits = () =>
  useQuery({
    queryKey: ['Limits_list'],
    queryFn: async () => (await api.GET('/v2/limits')).data!,
    staleTime: 60_000,
  });
