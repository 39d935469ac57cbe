export { ActLog } from './act-log.js';
export { ActsModule } from './acts.module.js';
export { changedFields } from './changed-fields.js';
