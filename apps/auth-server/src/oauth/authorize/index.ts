export { AuthorizeModule } from './authorize.module.js';
export { withParameters } from './redirect.js';
