export {
  commandLine,
  recordAudit,
  schedule,
  type AuditEntry,
  type AuditEvent,
  type AuditOrigin,
} from './audit.js';
