export { demoEnrollments, demoPeople } from './people.js';
export { loadDemoData } from './load-demo-data.js';
export { followMedia, MEDIA_PATH } from './local-media.js';
