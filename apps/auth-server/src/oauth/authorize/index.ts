export { AuthorizeModule } from './authorize.module.js';
export { returnWith } from './redirect.js';
