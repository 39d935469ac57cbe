import { useOwnApplications, usePeopleCount, usePortalWebhooks } from './overview.queries.js';
import { computeProgress, type Progress } from './progress.js';

/** Reads only what the current step needs, and looks again while it waits. */
export function useProgress(): { progress: Progress | undefined; error: Error | null } {
  const applications = useOwnApplications({ isNeeded: true, isWaiting: true });
  const isUsed = (applications.data?.hits ?? []).some(
    (one) => one.status === 1 && one.last_used_time !== null,
  );
  const webhooks = usePortalWebhooks({ isNeeded: isUsed, isWaiting: isUsed });
  const isDelivered = (webhooks.data?.hits ?? []).some((one) => one.last_success_time !== null);
  const people = usePeopleCount({ isNeeded: isUsed && isDelivered, isWaiting: isUsed && isDelivered });
  return {
    progress: computeProgress({
      applications: applications.data?.hits,
      webhooks: webhooks.data?.hits,
      people: people.data,
    }),
    error: applications.error ?? webhooks.error ?? people.error,
  };
}
