export { AuditLog } from './audit-log.js';
export { RefusalFlood } from './refusal-flood.js';
