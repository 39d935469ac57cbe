import { useIsAnswered, useOwnApplications, usePeopleCount, usePortalWebhooks } from './overview.queries.js';
import { computeProgress, type Progress } from './progress.js';

/** Reads only what the current step needs, and looks again while it waits. */
export function useProgress(): { progress: Progress | undefined; error: Error | null } {
  const applications = useOwnApplications({ isNeeded: true, isWaiting: true });
  const isUsed = (applications.data?.hits ?? []).some(
    (one) => one.status === 1 && one.last_used_time !== null,
  );
  const webhooks = usePortalWebhooks({ isNeeded: isUsed, isWaiting: isUsed });
  const hits = webhooks.data?.hits ?? [];
  const hasSuccess = hits.some((one) => one.last_success_time !== null);
  const tests = useIsAnswered(hits[0]?.id, {
    isNeeded: isUsed && hits.length > 0 && !hasSuccess,
    isWaiting: !hasSuccess,
  });
  const isDelivered = hasSuccess || tests.data === true;
  const people = usePeopleCount({ isNeeded: isUsed && isDelivered, isWaiting: isUsed && isDelivered });
  return {
    progress: computeProgress({
      applications: applications.data?.hits,
      webhooks: webhooks.data?.hits,
      isTestAnswered: tests.data,
      people: people.data,
    }),
    error: applications.error ?? webhooks.error ?? tests.error ?? people.error,
  };
}
