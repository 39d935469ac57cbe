export { AuditLog } from './audit-log.js';
export { RefusalRecorder } from './refusal-recorder.js';
