export { demoEnrollments, demoPeople } from './people.js';
export { loadDemoData } from './load-demo-data.js';
export { updateMediaUrls, MEDIA_PATH } from './local-media.js';
