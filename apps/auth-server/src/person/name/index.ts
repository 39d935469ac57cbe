export { NameModule } from './name.module.js';
