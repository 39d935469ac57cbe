export { demoEnrollments, demoPeople } from './people.js';
export { loadDemoData } from './load-demo-data.js';
