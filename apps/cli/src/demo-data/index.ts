export { demoCatalogue } from './catalogue.js';
export {
  demoEnrollments,
  demoPeople,
  type DemoEnrollment,
  type DemoPerson,
  type Enrollable,
} from './people.js';
export { loadDemoData } from './load-demo-data.js';
