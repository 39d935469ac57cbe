export { demoCatalogue } from './catalogue.js';
export {
  demoEnrollments,
  demoPeople,
  type DemoEnrollment,
  type DemoPerson,
  type Enrollable,
} from './people.js';
