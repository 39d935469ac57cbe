import { presentEnrollment, type EnrollmentRow } from '@app/enrollments';
import type { GoalRow } from './enrollments.queries.js';
import type { EnrollmentDetail } from './enrollments.schema.js';

export const presentEnrollmentDetail = (
  row: EnrollmentRow,
  goals: readonly GoalRow[],
  more?: Parameters<typeof presentEnrollment>[1],
): EnrollmentDetail => ({
  ...presentEnrollment(row, more),
  goals: goals.map(({ goal_id, value }) => ({ goal_id, value })),
});
