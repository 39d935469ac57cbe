export { AuthorizeModule } from './authorize.module.js';
