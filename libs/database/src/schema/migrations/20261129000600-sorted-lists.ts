import { ConcurrentIndexes } from './outside-transaction.js';

const firstName = 'learning.plain(upper(first_name collate "pg_c_utf8"))';
const lastName = 'learning.plain(upper(last_name collate "pg_c_utf8"))';

/** People and enrollments are sorted. Two indexes find people by their names, as those that they replace did. */
export class SortedLists20261129000600 extends ConcurrentIndexes {
  name = 'SortedLists20261129000600';
  indexes = {
    'identity.accounts_by_first_name': `on identity.accounts
      (portal_id, ${firstName}, left(${lastName}, 40), id) where closed_time is null`,
    'identity.accounts_by_last_name': `on identity.accounts
      (portal_id, ${lastName}, left(${firstName}, 40), id) where closed_time is null`,
    'identity.accounts_by_last_login': `on identity.accounts
      (portal_id, coalesce(last_login_time, '-infinity'), id) where closed_time is null and person_id is not null`,
    'identity.accounts_invited': `on identity.accounts (portal_id, created_time, id)
      where status and accepted_at is null and closed_time is null and person_id is not null`,
    'learning.enrollments_by_due_date': `on learning.enrollments
      (portal_id, coalesce(due_date, 'infinity'), id) where archived_time is null`,
    'learning.enrollments_with_due_date': `on learning.enrollments (portal_id, coalesce(due_date, 'infinity'), id)
      where archived_time is null and due_date is not null and status <> 'completed'`,
  };
  override replaced = ['identity.accounts_plain_first_name', 'identity.accounts_plain_last_name'];
}
