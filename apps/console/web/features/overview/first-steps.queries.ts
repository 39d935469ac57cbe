import { useOverviewLimits, useOwnApplications, usePortalWebhooks } from './overview.queries.js';
import { computeProgress, hasAcceptedDelivery, type Progress } from './progress.js';

/** Reads the data of the cards and the applications; polls the data that completes the current step. */
export function useProgress(): { progress: Progress | undefined; error: Error | null } {
  const applications = useOwnApplications();
  const isUsed = (applications.data?.hits ?? []).some(
    (one) => one.status === 1 && one.last_used_time !== null,
  );
  const webhooks = usePortalWebhooks({ isWaiting: isUsed });
  const isDelivered = (webhooks.data?.hits ?? []).some(hasAcceptedDelivery);
  const limits = useOverviewLimits({ isWaiting: isUsed && isDelivered });
  return {
    progress: computeProgress({
      applications: applications.data?.hits,
      webhooks: webhooks.data?.hits,
      people: limits.data?.hits.find(({ limit }) => limit === 'accounts')?.used ?? undefined,
    }),
    // the cards display the errors of the other queries
    error: applications.error,
  };
}
