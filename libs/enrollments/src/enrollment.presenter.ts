import { showFields, wireTimeOrNull } from '@app/contracts';
import type { EnrolledObject } from '@app/catalogue';
import { getFullName, type NamedAccount } from '@app/identity';
import { unixSeconds } from '@app/kernel';
import { enrollmentFields, publicEnrollmentFields, type EnrollmentRow } from './enrollment.fields.js';
import type { EnrolledUser, Enrollment } from './enrollment.schema.js';

/** The parts of an enrollment that requests may include. */
export interface EnrollmentIncluded {
  lo?: EnrolledObject | undefined;
  user?: EnrolledUser | undefined;
}

export function presentEnrolledUser(account: NamedAccount): EnrolledUser {
  const { id, email, first_name, last_name } = account;
  return { id, email, first_name, last_name, full_name: getFullName(account) };
}

/** @param options.archived whether to include when and why the enrollment was archived */
export function presentEnrollment(
  row: EnrollmentRow,
  { lo, user, archived = false }: EnrollmentIncluded & { archived?: boolean } = {},
): Enrollment {
  const { id, ...otherFields } = showFields(enrollmentFields, publicEnrollmentFields, row);
  return {
    id,
    user_id: row.account_id,
    ...otherFields,
    timestamp: unixSeconds(row.updated_time),
    ...(lo ? { lo } : {}),
    ...(user ? { user } : {}),
    ...(archived && {
      archived_time: wireTimeOrNull(row.archived_time),
      archived_by: row.archived_by,
      archived_because: row.archived_because,
    }),
  };
}

/** The form in webhooks: `pass` is 1 or 0, and `completed_time` repeats `end_date` (contract 5.5). */
export const presentEnrollmentForEvent = (row: EnrollmentRow): object => ({
  ...presentEnrollment(row),
  pass: row.pass === null ? null : Number(row.pass),
  completed_time: wireTimeOrNull(row.end_date),
});
