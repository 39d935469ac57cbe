export { ApplicationPage } from './application-page.js';
export { ApplicationsPage } from './applications-page.js';
export { NewApplicationPage } from './new-application-page.js';
