export {
  archiveEnrollment,
  archiveEnrollments,
  archiveEnrollmentsOfClosedAccount,
  changeEnrollment,
  enrollmentCreated,
  enrollmentEvent,
  isCompletedBy,
} from './enrollment-changes.js';
export { isEarlierCompletion, move, type ProgressChange } from './enrollment-states.js';
export {
  ArchivedBecause,
  EnrollmentStatus,
  nothingYet,
  progressShape,
  type EnrollmentRow,
  type NewEnrollment,
  type Progress,
} from './enrollment.fields.js';
export { presentEnrolledUser, presentEnrollment, type EnrollmentIncluded } from './enrollment.presenter.js';
export {
  assertShortHistory,
  enrollmentColumns,
  findLiveEnrollment,
  insertEnrollment,
} from './enrollment.queries.js';
export { Enrollment, enrollmentExample } from './enrollment.schema.js';
