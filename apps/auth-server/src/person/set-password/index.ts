export { SetPasswordQueries } from './set-password.queries.js';
export { newPasswordError } from './new-password.js';
