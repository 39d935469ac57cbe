import { wireTime, wireTimeOrNull } from '@app/contracts';
import type { LearningObject } from '@app/catalogue';
import { unixSeconds } from '@app/kernel';
import type { EnrollmentRow } from './enrollment.queries.js';
import type { Enrollment } from './enrollment.schema.js';

export function presentEnrollment(row: EnrollmentRow, lo?: LearningObject): Enrollment {
  return {
    id: row.id,
    user_id: row.account_id,
    lo_id: row.lo_id,
    parent_lo_id: row.parent_lo_id,
    parent_enrollment_id: row.parent_enrollment_id,
    type: row.type,
    status: row.status,
    result: row.result,
    pass: row.pass,
    created_time: wireTime(row.created_time),
    updated_time: wireTime(row.updated_time),
    start_date: wireTimeOrNull(row.start_date),
    end_date: wireTimeOrNull(row.end_date),
    due_date: wireTimeOrNull(row.due_date),
    timestamp: unixSeconds(row.updated_time),
    award_required: row.award_required,
    ...(lo ? { lo } : {}),
  };
}

/** As webhooks carry it: `pass` is 1 or 0, and `completed_time` repeats `end_date` (wire contract section 5). */
export const presentEnrollmentForEvent = (row: EnrollmentRow): object => ({
  ...presentEnrollment(row),
  pass: row.pass === null ? null : Number(row.pass),
  completed_time: wireTimeOrNull(row.end_date),
});
