import { Database, sql } from '@app/database';

/** A table of counts, with its table of changes since, the columns that both group by, and what is added to what. */
type Counts = [table: string, changes: string, columns: string, sums: Record<string, string>];

const counts: Counts[] = [
  [
    'learning.enrollment_counts',
    'learning.enrollment_count_changes',
    'portal_id, lo_id, status, is_child',
    { count: 'change' },
  ],
  [
    'learning.enrollment_days',
    'learning.enrollment_day_changes',
    'portal_id, day, status, is_child',
    { count: 'change' },
  ],
  [
    'learning.enrollment_hours',
    'learning.enrollment_hour_changes',
    'portal_id, hour',
    { created: 'created', completed: 'completed' },
  ],
  [
    'identity.account_counts',
    'identity.account_count_changes',
    'portal_id, roles, status',
    { count: 'change' },
  ],
];

const listed = (sums: Record<string, string>, write: (sum: string, change: string) => string) =>
  sql.raw(
    Object.entries(sums)
      .map(([sum, change]) => write(sum, change))
      .join(', '),
  );

/**
 * Moves changes into the counts, in one statement per table: at any moment both together are exact.
 * @param limit changes of each table
 * @returns the largest number moved for any table
 */
export async function addUpCounts(database: Database, limit: number): Promise<number> {
  const moved: number[] = [];
  for (const [table, changes, columns, sums] of counts) {
    const grouping = sql.raw(columns);
    const row = await database.one<{ moved: number }>(sql`
      with moved as (
        delete from ${sql.raw(changes)} where ctid = any(array(select ctid from ${sql.raw(changes)} limit ${limit}))
        returning ${grouping}, ${listed(sums, (_, change) => change)}
      ), added as (
        insert into ${sql.raw(table)} as c (${grouping}, ${listed(sums, (sum) => sum)})
        select ${grouping}, ${listed(sums, (_, change) => `sum(${change})`)} from moved group by ${grouping} order by ${grouping}
        on conflict (${grouping}) do update set ${listed(sums, (sum) => `${sum} = c.${sum} + excluded.${sum}`)}
      ) select count(*) as moved from moved`);
    moved.push(row?.moved ?? 0);
  }
  return Math.max(...moved);
}
