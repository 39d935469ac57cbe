import { applicationTables } from './applications.js';
import { catalogueTables } from './catalogue.js';
import { consoleTables } from './console.js';
import { enrollmentTables } from './enrollments.js';
import { identityTables } from './identity.js';
import { loginTables } from './logins.js';
import { maintenanceTables } from './maintenance.js';
import type { Retention, TableEntry } from './table-entry.js';
import { webhookTables } from './webhooks.js';

export type { Retention, TableEntry } from './table-entry.js';

/**
 * All tables, by schema and name. An entry states how long rows are kept, what limits them, which role may do what, and
 * whose personal data they have.
 */
export const tableRegistry = inOrder({
  ...applicationTables,
  ...catalogueTables,
  ...consoleTables,
  ...enrollmentTables,
  ...identityTables,
  ...loginTables,
  ...maintenanceTables,
  ...webhookTables,
});

export type TableName = keyof typeof tableRegistry;

function inOrder<T extends Record<string, TableEntry>>(tables: T): T {
  return Object.fromEntries(Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}

/** How long a row is kept, as a phrase that follows "kept". */
export function keptText(retention: Retention): string {
  if ('forGood' in retention) return `for good${retention.note ?? ''}`;
  if ('with' in retention) return `as long as ${retention.with}`;
  if ('until' in retention) return `until ${retention.until}`;
  return `${retention.days} days${retention.note ?? ''}`;
}
