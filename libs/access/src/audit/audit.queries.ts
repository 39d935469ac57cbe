import { sql, type Reader } from '@app/database';
import { utcDay } from '@app/kernel';
import type { AuditEntry, AuditOrigin } from './audit.js';

/**
 * Appends one row, in the transaction of the change that it records. No role of the servers can change or remove it.
 */
export async function recordAudit(
  reader: Reader,
  origin: AuditOrigin,
  entry: AuditEntry,
  now: Date,
): Promise<void> {
  await reader.one(sql`
    insert into auth.audit_log
      (day, time, event, portal_id, person_id, account_id, client_id, ip, user_agent, request_id, details)
    values (${utcDay(now)}, ${now}, ${entry.event}, ${entry.portalId ?? null}, ${entry.personId ?? null},
            ${entry.accountId ?? null}, ${printable(entry.clientId)}, ${origin.ip}, ${origin.userAgent ?? null},
            ${origin.requestId}, ${JSON.stringify(entry.details ?? {})})`);
}

/**
 * A client_id in the form in which it was sent, but shortened and without characters that Postgres or a terminal cannot
 * handle.
 */
const printable = (text: string | null | undefined): string | null =>
  text?.slice(0, 100).replace(/[^\x20-\x7e]/g, '?') ?? null;
