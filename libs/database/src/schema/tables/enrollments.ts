import type { TableEntry } from './table-entry.js';

/** Counts that a trigger records until the worker adds them up. */
const countChanges = {
  portal: 'portal_id',
  kept: { until: 'it is added up', by: 'add-up-materialized-counts' },
  limitedBy: { unlimited: 'counts of learning.enrollments, added up by the worker' },
  bytes: { ours: 'only numbers' },
  grants: {
    api: ['insert select', 'by the trigger of enrollments; counts are read with what changed since'],
    worker: ['delete select', 'added up'],
  },
} as const;

/** Enrollments, their counts, and launches. */
export const enrollmentTables = {
  'learning.enrollment_count_changes': countChanges,
  'learning.enrollment_counts': {
    portal: 'portal_id',
    kept: { with: 'the enrollments' },
    limitedBy: { unlimited: 'counts of learning.enrollments' },
    bytes: { ours: 'only numbers' },
    grants: { api: ['select', 'numbers of enrollments'], worker: ['insert select update', 'added up'] },
  },
  'learning.enrollment_day_changes': countChanges,
  'learning.enrollment_days': {
    portal: 'portal_id',
    kept: { with: 'the enrollments' },
    limitedBy: { unlimited: 'counts of learning.enrollments' },
    bytes: { ours: 'only numbers' },
    grants: {
      api: ['select', 'numbers of enrollments by day'],
      worker: ['insert select update', 'added up'],
    },
  },
  'learning.enrollment_goals': {
    portal: 'portal_id',
    kept: { with: 'the enrollment' },
    limitedBy: ['goals'],
    bytes: 'goals',
    grants: { api: ['insert select update', 'goals of enrollments'] },
    personal: { of: 'account', shownAs: 'enrollments', erase: { keep: 'as learning.enrollments' } },
  },
  'learning.enrollment_hour_changes': countChanges,
  'learning.enrollment_hours': {
    portal: 'portal_id',
    kept: { forGood: true, note: ': counts without names' },
    limitedBy: { unlimited: 'one for each portal and half hour in which something happened' },
    bytes: { ours: 'only numbers' },
    grants: {
      api: ['select', 'statistics of enrollments'],
      worker: ['insert select update', 'added up'],
    },
  },
  'learning.enrollments': {
    portal: 'portal_id',
    kept: { forGood: true, note: '; without a person after erasure' },
    limitedBy: ['enrollment_history', 'award_required'],
    bytes: 'written_bytes',
    grants: { api: ['insert select update', 'enrollments are made, changed and archived; never deleted'] },
    personal: {
      of: 'account',
      shownAs: 'enrollments',
      erase: { keep: 'statistics of an account, then without a person' },
    },
  },
  'learning.launch_generations': {
    portal: 'portal_id',
    kept: { forGood: true },
    limitedBy: { unlimited: 'one for each object and portal' },
    bytes: { ours: 'only numbers' },
    grants: { api: ['select', 'whether a package of SCORM still works'] },
  },
  'learning.portal_launches': {
    portal: 'portal_id',
    kept: { with: 'the portal' },
    limitedBy: { unlimited: 'one for each portal' },
    bytes: { ours: 'only numbers' },
    grants: { api: ['insert select update', 'a portal ends its SCORM packages'] },
  },
  'learning.retired_launch_keys': {
    portal: { none: 'of the operator' },
    kept: { forGood: true, note: ': packages in use were signed with it' },
    limitedBy: { unlimited: 'only operators: one for each key' },
    grants: { api: ['select', 'packages that were signed before an exchange of SECRETS_KEY stay valid'] },
  },
} as const satisfies Record<string, TableEntry>;
