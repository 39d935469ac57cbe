export { LogoutModule } from './logout.module.js';
