import { countEnrollment } from '@app/catalogue';
import { sql, type Transaction } from '@app/database';
import type { EventOutbox } from '@app/events';
import { presentEnrollmentForEvent } from './enrollment.presenter.js';
import { archive, type EnrollmentRow } from './enrollment.queries.js';

/** Tells webhooks what became of an enrollment. */
export const publishEnrollment = (
  tx: Transaction,
  events: EventOutbox,
  type: 'enrolment.create' | 'enrolment.update' | 'enrolment.delete',
  row: EnrollmentRow,
): Promise<void> =>
  events.append(tx, {
    portalId: row.portal_id,
    type,
    objectType: 'enrollment',
    objectId: row.id,
    data: presentEnrollmentForEvent(row),
  });

/** Archives a live enrollment: it leaves lists and counts, the history stays, webhooks hear `enrolment.delete`. */
export async function archiveEnrollment(
  tx: Transaction,
  events: EventOutbox,
  portalId: number,
  id: number,
): Promise<void> {
  await afterArchiving(tx, events, await archive(tx, portalId, sql`e.id = ${id}`));
}

/** Archives every live enrollment of an account whose row is locked, as {@link archiveEnrollment} does with one. */
export async function archiveEnrollmentsOf(
  tx: Transaction,
  events: EventOutbox,
  portalId: number,
  accountId: number,
): Promise<void> {
  await afterArchiving(tx, events, await archive(tx, portalId, sql`e.account_id = ${accountId}`));
}

async function afterArchiving(tx: Transaction, events: EventOutbox, rows: EnrollmentRow[]): Promise<void> {
  for (const row of rows.toSorted((one, other) => one.id - other.id)) {
    await publishEnrollment(tx, events, 'enrolment.delete', row);
  }
  // in one order everywhere: it locks what is counted at the learning object
  for (const { lo_id } of rows.toSorted((one, other) => one.lo_id - other.lo_id)) {
    await countEnrollment(tx, lo_id, -1);
  }
}
