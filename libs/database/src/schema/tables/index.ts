import { authTables } from './auth.js';
import { consoleTables } from './console.js';
import { identityTables } from './identity.js';
import { learningTables } from './learning.js';
import { maintenanceTables } from './maintenance.js';
import type { Kept, TableEntry } from './table-entry.js';

export type { Kept, TableEntry } from './table-entry.js';

/**
 * Every table, by schema and name: how long its rows are kept, what limits them, who may do what with it, and whose
 * personal data it has.
 */
export const tableRegistry = {
  ...authTables,
  ...consoleTables,
  ...identityTables,
  ...learningTables,
  ...maintenanceTables,
} as const satisfies Record<string, TableEntry>;

export type TableName = keyof typeof tableRegistry;

/** How long a row stays, as a phrase that follows "kept". */
export function keptText(retention: Kept): string {
  if ('forGood' in retention) return `for good${retention.note ?? ''}`;
  if ('with' in retention) return `as long as ${retention.with}`;
  if ('until' in retention) return `until ${retention.until}`;
  return `${retention.days} days${retention.note ?? ''}`;
}
