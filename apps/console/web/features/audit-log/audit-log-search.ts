/** Filters of the audit log, as they stand in the address. */
export interface AuditLogSearch {
  event?: string;
  user_id?: number;
  client_id?: string;
  /** Unix seconds. */
  from?: number;
  to?: number;
}

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

const readNumber = (value: unknown): number | undefined => {
  const number = value === '' || value === null ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

/** Reads filters from an address; what is not understood is left out. */
export function readAuditLogSearch(search: Record<string, unknown>): AuditLogSearch {
  const filters = {
    event: readText(search['event']),
    user_id: readNumber(search['user_id']),
    client_id: readText(search['client_id']),
    from: readNumber(search['from']),
    to: readNumber(search['to']),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** Where the browser gets all matching entries as a file. */
export function auditLogExportAddress(search: AuditLogSearch): string {
  const query = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(search)) query.set(name, String(value));
  return `/bff/download/v2/audit-log/export?${query.toString()}`;
}
