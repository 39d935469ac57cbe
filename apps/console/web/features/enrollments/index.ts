export { AggregatesPage } from './aggregates-page.js';
export { EnrollManyPage } from './enroll-many-page.js';
export { EnrollmentPage } from './enrollment-page.js';
export { EnrollmentsPage } from './enrollments-page.js';
export { PersonEnrollmentsPage } from './person-enrollments-page.js';
