import { Injectable } from '@nestjs/common';
import { Database, sql } from '@app/database';

/** Tables of counts, each with its table of changes since, and the columns that both group by. */
const counts = [
  ['learning.enrollment_counts', 'learning.enrollment_count_changes', 'portal_id, lo_id, status, is_child'],
  ['learning.enrollment_days', 'learning.enrollment_day_changes', 'portal_id, day, status, is_child'],
  ['identity.account_counts', 'identity.account_count_changes', 'portal_id, roles, status'],
] as const;

@Injectable()
export class MaterializedCountsQueries {
  constructor(private readonly database: Database) {}

  /**
   * Moves changes into the counts, in one statement per table: at any moment both together are exact.
   * @param limit changes of each table
   * @returns the largest number moved for any table
   */
  async addUp(limit: number): Promise<number> {
    const moved: number[] = [];
    for (const [table, changes, columns] of counts) {
      const grouping = sql.raw(columns);
      const row = await this.database.one<{ moved: number }>(sql`
        with moved as (
          delete from ${sql.raw(changes)} where ctid = any(array(select ctid from ${sql.raw(changes)} limit ${limit}))
          returning ${grouping}, change
        ), added as (
          insert into ${sql.raw(table)} as c (${grouping}, count)
          select ${grouping}, sum(change) from moved group by ${grouping} order by ${grouping}
          on conflict (${grouping}) do update set count = c.count + excluded.count
        ) select count(*) as moved from moved`);
      moved.push(row?.moved ?? 0);
    }
    return Math.max(...moved);
  }
}
