import { ConcurrentIndexes } from './outside-transaction.js';

/** Few people among many who are blocked, and archived enrollments by their state: counted and in the order of lists. */
export class FiltersOfLargePortals20261127003800 extends ConcurrentIndexes {
  name = 'FiltersOfLargePortals20261127003800';
  indexes = {
    'identity.accounts_blocked': `on identity.accounts (portal_id, created_time desc, id desc)
      where not status and closed_time is null and person_id is not null`,
    'learning.enrollments_archived_of_status': `on learning.enrollments (portal_id, status, updated_time, id)
      where archived_time is not null`,
  };
}
