import { sql, type Transaction } from '@app/database';
import type { EventOutbox } from '@app/events';
import { publishEnrollment } from './enrollment-changes.js';
import { enrollmentColumns, type EnrollmentRow } from './enrollment.queries.js';

/**
 * Archives every live enrollment of an account that this transaction has closed, for servers that may write no
 * enrollments otherwise; webhooks hear `enrolment.delete` of each.
 */
export async function archiveEnrollmentsOfClosed(
  tx: Transaction,
  events: EventOutbox,
  portalId: number,
  accountId: number,
): Promise<void> {
  const rows = await tx.many<EnrollmentRow>(sql`
    select ${enrollmentColumns} from learning.archive_enrollments_of_closed(${portalId}, ${accountId}) e order by e.id`);
  for (const row of rows) await publishEnrollment(tx, events, 'enrolment.delete', row);
}
