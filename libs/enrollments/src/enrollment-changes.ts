import { countEnrollment } from '@app/catalogue';
import type { Transaction } from '@app/database';
import type { EventOutbox, NarrowEvent } from '@app/events';
import { isDone, rollUp } from './course-completion.js';
import { isSameEnrollment, type EnrollmentRow } from './enrollment.fields.js';
import { presentEnrollmentForEvent } from './enrollment.presenter.js';
import {
  archive,
  archiveSql,
  archiveClosedAccountEnrollments,
  saveEnrollment,
  type Archiving,
} from './enrollment.queries.js';

type Change = 'enrolment.create' | 'enrolment.update' | 'enrolment.delete';

/** The webhook event about a change of an enrollment. */
export const enrollmentEvent = (type: Change, row: EnrollmentRow): NarrowEvent => ({
  portalId: row.portal_id,
  type,
  objectType: 'enrollment',
  objectId: row.id,
  data: presentEnrollmentForEvent(row),
});

/** Emits a webhook event about a change of an enrollment. */
const publish = (tx: Transaction, events: EventOutbox, type: Change, row: EnrollmentRow): Promise<void> =>
  events.append(tx, enrollmentEvent(type, row));

/**
 * The consequences of creating an enrollment: event, course roll-up, popularity. Call it last in the transaction, because
 * it locks the document of the learning object, which all portals share.
 */
export async function enrollmentCreated(
  tx: Transaction,
  events: EventOutbox,
  row: EnrollmentRow,
  now: Date,
): Promise<void> {
  await publish(tx, events, 'enrolment.create', row);
  if (row.status === 'completed') await publishRollUp(tx, events, row, now);
  await countEnrollment(tx, row.lo_id, 1);
}

/**
 * Changes an enrollment whose row is locked, emits the event and rolls up courses. Does nothing if nothing differs;
 * otherwise two systems that notify each other of changes would never stop.
 * @param change.accountId the actor
 * @param change.isMore whether something outside the row changed too, such as a goal
 * @returns the enrollment after the change
 */
export async function changeEnrollment(
  tx: Transaction,
  events: EventOutbox,
  before: EnrollmentRow,
  changedRow: EnrollmentRow,
  change: { accountId: number; now: Date; isMore?: boolean },
): Promise<EnrollmentRow> {
  if (!change.isMore && isSameEnrollment(before, changedRow)) return before;
  const supervised = before.supervised || change.accountId !== before.account_id;
  const after = await saveEnrollment(tx, { ...changedRow, supervised });
  await publish(tx, events, 'enrolment.update', after);
  if (before.status !== 'completed' && after.status === 'completed') {
    await publishRollUp(tx, events, after, change.now);
  }
  return after;
}

async function publishRollUp(tx: Transaction, events: EventOutbox, completed: EnrollmentRow, now: Date) {
  for (const row of await rollUp(tx, completed, now)) await publish(tx, events, 'enrolment.update', row);
}

/** Whether requiring these completes the enrollment, because all of them are already completed. */
export async function isCompletedBy(
  tx: Transaction,
  before: EnrollmentRow,
  asks: number[] | undefined,
): Promise<boolean> {
  if (asks === undefined || before.status === 'completed') return false;
  return isDone(tx, { ...before, award_required: asks });
}

/**
 * Archives a live enrollment: it leaves lists and counts but stays in the history; webhooks get `enrolment.delete`. Call it
 * last in the transaction, as {@link enrollmentCreated}.
 */
export async function archiveEnrollment(
  tx: Transaction,
  events: EventOutbox,
  portalId: number,
  id: number,
  archiving: Archiving,
): Promise<void> {
  const row = await archive(tx, portalId, id, archiving);
  if (!row) return;
  await publish(tx, events, 'enrolment.delete', row);
  await countEnrollment(tx, row.lo_id, -1);
}

/**
 * Archives every live enrollment of an account that is being closed and whose row is locked, as {@link
 * archiveEnrollment} does for one.
 * @param archivedBy the account that closes it; null: the operator
 */
export async function archiveEnrollments(
  tx: Transaction,
  events: EventOutbox,
  portalId: number,
  accountId: number,
  archivedBy: number | null,
): Promise<void> {
  const archiving = { archivedBy, because: 'account_closed' } as const;
  await publishArchived(tx, events, await archiveSql(tx, portalId, accountId, archiving));
}

/**
 * Archives the enrollments of an account that this transaction has closed, for servers without the right to write
 * enrollments.
 */
export async function archiveEnrollmentsOfClosedAccount(
  tx: Transaction,
  events: EventOutbox,
  portalId: number,
  accountId: number,
  archivedBy: number | null,
): Promise<void> {
  await publishArchived(
    tx,
    events,
    await archiveClosedAccountEnrollments(tx, portalId, accountId, archivedBy),
  );
}

const publishArchived = (tx: Transaction, events: EventOutbox, rows: EnrollmentRow[]): Promise<void> =>
  events.appendAll(
    tx,
    rows.map((row) => enrollmentEvent('enrolment.delete', row)),
  );
