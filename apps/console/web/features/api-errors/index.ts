export { ApiErrorsPage } from './api-errors-page.js';
