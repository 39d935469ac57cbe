export { SetPasswordModule } from './set-password.module.js';
export { SetPasswordQueries } from './set-password.queries.js';
export { newPasswordError } from './new-password.js';
