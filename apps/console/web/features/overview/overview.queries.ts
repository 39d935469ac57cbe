import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api, auth } from '../../api/client.js';
import { usePortalLimits } from '../../api/portal-limits.js';
import { isUserActive } from '../../ui/presence.js';
import { seriesZone } from '../../ui/series-zone.js';

export type PortalWebhook = components['schemas']['Webhook'];

const REFRESH_MS = 5_000;
const DAY_SECONDS = 86_400;
const DAYS = 30;

/** A query is repeated while a first step waits for its result and the user is active. */
interface StepQuery {
  isWaiting: boolean;
}

const stepOptions = ({ isWaiting }: StepQuery) => ({
  refetchInterval: () => (isWaiting && isUserActive() ? REFRESH_MS : (false as const)),
});
const noStep: StepQuery = { isWaiting: false };

/** The portal's own applications, for the first steps. */
export const useOwnApplications = () =>
  useQuery({
    queryKey: ['Applications_first'],
    queryFn: async () => {
      const query = { kind: ['own' as const], limit: 20 };
      return (await auth.GET('/applications', { params: { query } })).data!;
    },
    ...stepOptions({ isWaiting: true }),
  });

export const usePortalWebhooks = (step = noStep) =>
  useQuery({
    queryKey: ['Webhooks_list'],
    queryFn: async () => (await api.GET('/v2/webhooks')).data!,
    ...stepOptions(step),
  });

/** The deliveries of all webhooks in the last day, in numbers. */
export const useDeliveryDay = () =>
  useQuery({
    queryKey: ['WebhookStatistics_day'],
    queryFn: async () => {
      const now = Math.floor(Date.now() / 1_000);
      const query = { from: now - DAY_SECONDS, to: now, interval: 'hour' as const };
      const { hits } = (await api.GET('/v2/webhook-statistics', { params: { query } })).data!;
      const hours = hits.flatMap(({ series }) => series);
      const sum = (name: 'delivered' | 'failed') => hours.reduce((total, hour) => total + hour[name], 0);
      return { delivered: sum('delivered'), failed: sum('failed') };
    },
    staleTime: 60_000,
  });

/** How many people have not accepted their invitation, and so never signed in. */
export const useInvitedCount = () =>
  useQuery({
    queryKey: ['Users_count', 'invited'],
    queryFn: async () => {
      const query = { state: ['invited' as const], limit: 0 };
      return (await api.GET('/v2/users', { params: { query } })).data!.total;
    },
    staleTime: 60_000,
  });

/** How many enrollments are overdue. */
export const useOverdueCount = () =>
  useQuery({
    queryKey: ['Enrollments_count', 'overdue'],
    queryFn: async () => {
      const query = { overdue: true, limit: 0 };
      return (await api.GET('/v2/enrollments', { params: { query } })).data!.total;
    },
    staleTime: 60_000,
  });

/** Enrollments and completions of the last thirty days, by day. */
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

export const useOverviewLimits = (step = noStep) =>
  usePortalLimits({ staleTime: 60_000, ...stepOptions(step) });
