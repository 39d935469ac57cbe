import { authTables } from './auth.js';
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
  ...identityTables,
  ...learningTables,
  ...maintenanceTables,
} as const satisfies Record<string, TableEntry>;

export type TableName = keyof typeof tableRegistry;

/** How long a row stays, as a phrase that follows "kept". */
export function keptText(kept: Kept): string {
  if ('forGood' in kept) return `for good${kept.note ?? ''}`;
  if ('with' in kept) return `as long as ${kept.with}`;
  if ('until' in kept) return `until ${kept.until}`;
  return `${kept.days} days${kept.note ?? ''}`;
}
