export { AuditRecorder } from './audit-recorder.js';
export { AuditModule } from './audit.module.js';
export { changedFields } from './changed-fields.js';
