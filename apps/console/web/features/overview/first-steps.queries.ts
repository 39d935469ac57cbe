import { useFullLimits, useOwnApplications, usePortalWebhooks } from './overview.queries.js';
import { computeProgress, isAnswered, type Progress } from './progress.js';

/** Reads what the cards read, and the applications besides; looks again at what the current step waits for. */
export function useProgress(): { progress: Progress | undefined; error: Error | null } {
  const applications = useOwnApplications();
  const isUsed = (applications.data?.hits ?? []).some(
    (one) => one.status === 1 && one.last_used_time !== null,
  );
  const webhooks = usePortalWebhooks({ isWaiting: isUsed });
  const isDelivered = (webhooks.data?.hits ?? []).some(isAnswered);
  const limits = useFullLimits({ isWaiting: isUsed && isDelivered });
  return {
    progress: computeProgress({
      applications: applications.data?.hits,
      webhooks: webhooks.data?.hits,
      people: limits.data?.hits.find(({ limit }) => limit === 'accounts')?.used ?? undefined,
    }),
    // the cards show the errors of the other answers
    error: applications.error,
  };
}
