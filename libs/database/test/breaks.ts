/**
 * The things that migrations since the last release take away from servers of the version before, or newly ask of them,
 * as `expand-and-contract.spec.ts` prints it, each with the reason why nobody misses it: the version before has stopped
 * using it. A release empties this list.
 */
export const BREAKS: Record<string, string> = {
  'table learning.enrollments demands trigger enrollments_hours_insert':
    'it refuses nothing: it counts, by rights that the migration gives to all who write',
  'table learning.enrollments demands trigger enrollments_hours_update': 'as the one above',
};
