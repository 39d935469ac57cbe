import { Unavailable } from '@app/kernel';
import type { Reader } from './reader.js';
import { sql } from '../sql/sql.js';

/**
 * The time up to which accounts and enrollments are complete: no transaction will add one with an older `updated_time`.
 * Call before reading a list ordered by it; see the migration `upkeep`.
 */
export async function stableUntil(reader: Reader): Promise<Date> {
  const row = await reader.one<{ until: Date }>(sql`select maintenance.settled_until() as until`);
  if (!row) throw new Unavailable('Postgres gave no answer.');
  return row.until;
}
