export { archiveEnrollment, archiveEnrollmentsOf, publishEnrollment } from './enrollment-changes.js';
export { presentEnrollment } from './enrollment.presenter.js';
export { enrollmentColumns, type EnrollmentRow, type Progress } from './enrollment.queries.js';
export { Enrollment, enrollmentExample, EnrollmentStatus } from './enrollment.schema.js';
export { archiveEnrollmentsOfClosed } from './closed-account.js';
