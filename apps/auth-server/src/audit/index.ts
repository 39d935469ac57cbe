export { AuditLog, type AuditEvent } from './audit-log.js';
export { AuditModule } from './audit.module.js';
