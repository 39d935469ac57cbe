export { commandLine, schedule, type AuditEntry, type AuditEvent, type AuditOrigin } from './audit.js';
export { recordAudit } from './audit.queries.js';
