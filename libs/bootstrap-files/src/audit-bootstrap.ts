import { commandLine, recordAudit, type AuditEvent } from '@app/access';
import type { Transaction } from '@app/database';

const WHAT = 'bootstrap file';

/** Notes in the audit log what the file did to a client. */
export const auditClient = (
  tx: Transaction,
  event: AuditEvent,
  { clientId, portalId }: { clientId: string; portalId: number | null },
  now: Date,
): Promise<void> =>
  recordAudit(tx, commandLine(), { event, clientId, portalId, details: { what: WHAT } }, now);

/** Notes how many people the file has brought into a portal. */
export const auditNewUsers = (tx: Transaction, portalId: number, users: number, now: Date): Promise<void> =>
  recordAudit(tx, commandLine(), { event: 'user.created', portalId, details: { what: WHAT, users } }, now);
