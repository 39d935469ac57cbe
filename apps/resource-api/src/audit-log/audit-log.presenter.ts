import { wireTime } from '@app/contracts';
import { getFullName, type NamedAccount } from '@app/identity';
import type { AuditRow } from './audit-log.queries.js';
import type { AuditLogEntry } from './audit-log.schema.js';

/**
 * @param accounts includes the row's account, if its portal has it
 * @param clientNames names of the applications that still exist, by id
 */
export function presentEntry(
  row: AuditRow,
  accounts: ReadonlyMap<number, NamedAccount>,
  clientNames: ReadonlyMap<string, string>,
): AuditLogEntry {
  const account = row.account_id === null ? undefined : accounts.get(row.account_id);
  return {
    id: row.id,
    time: wireTime(row.time),
    event: row.event,
    actor: account ? { user_id: account.id, name: getFullName(account) } : null,
    client_id: row.client_id,
    client_name: clientNames.get(row.client_id ?? '') ?? null,
    ip: row.ip,
    user_agent: row.user_agent,
    ref: row.request_id,
    details: row.details as AuditLogEntry['details'],
  };
}
