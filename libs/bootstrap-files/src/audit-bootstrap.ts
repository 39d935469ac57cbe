import { commandLine, recordAudit, type AuditEvent } from '@app/access';
import type { Transaction } from '@app/database';

const WHAT = 'bootstrap file';

/** Records in the audit log how the file changed a client. */
export const auditClient = (
  tx: Transaction,
  event: AuditEvent,
  { clientId, portalId }: { clientId: string; portalId: number | null },
  now: Date,
): Promise<void> =>
  recordAudit(tx, commandLine(), { event, clientId, portalId, details: { what: WHAT } }, now);

/** Records how many people the file has added to a portal. */
export const auditNewUsers = (tx: Transaction, portalId: number, users: number, now: Date): Promise<void> =>
  recordAudit(tx, commandLine(), { event: 'user.created', portalId, details: { what: WHAT, users } }, now);
