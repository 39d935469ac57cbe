export { AuthorizeModule } from './authorize.module.js';
export { AuthorizeService } from './authorize.service.js';
