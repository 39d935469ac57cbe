import type { LearningObject } from '@app/catalogue';
import { presentEnrollment, type EnrollmentRow } from '@app/enrollments';
import type { GoalRow } from './enrollments.queries.js';
import type { EnrollmentDetail } from './enrollments.schema.js';

export const presentDetail = (
  row: EnrollmentRow,
  goals: readonly GoalRow[],
  lo?: LearningObject,
): EnrollmentDetail => ({
  ...presentEnrollment(row, lo),
  goals: goals.map(({ goal_id, value }) => ({ goal_id, value })),
});
