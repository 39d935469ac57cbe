import { wireTimeOrNull } from '@app/contracts';
import type { EnrolledObject } from '@app/catalogue';
import { unixSeconds } from '@app/kernel';
import { enrollmentFields, shownNames, type EnrollmentRow, type ShownName } from './enrollment.fields.js';
import type { Enrollment } from './enrollment.schema.js';

/** @param more its learning object, and whether to include when and why it was archived */
export function presentEnrollment(
  row: EnrollmentRow,
  { lo, archived = false }: { lo?: EnrolledObject | undefined; archived?: boolean } = {},
): Enrollment {
  const { id, ...others } = presentFields(row);
  return {
    id,
    user_id: row.account_id,
    ...others,
    timestamp: unixSeconds(row.updated_time),
    ...(lo ? { lo } : {}),
    ...(archived && {
      archived_time: wireTimeOrNull(row.archived_time),
      archived_by: row.archived_by,
      archived_because: row.archived_because,
    }),
  };
}

function presentFields(row: EnrollmentRow): Pick<Enrollment, ShownName> {
  const shown: Record<string, unknown> = {};
  for (const name of shownNames) {
    const show = enrollmentFields[name].show as (stored: EnrollmentRow[ShownName]) => unknown;
    shown[name] = show(row[name]);
  }
  return shown as Pick<Enrollment, ShownName>;
}

/** The form in webhooks: `pass` is 1 or 0, and `completed_time` repeats `end_date` (wire contract section 5). */
export const presentEnrollmentForEvent = (row: EnrollmentRow): object => ({
  ...presentEnrollment(row),
  pass: row.pass === null ? null : Number(row.pass),
  completed_time: wireTimeOrNull(row.end_date),
});
