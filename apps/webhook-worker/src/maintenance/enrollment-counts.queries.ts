import { Injectable } from '@nestjs/common';
import { Database, sql } from '@app/database';

@Injectable()
export class EnrollmentCountsQueries {
  constructor(private readonly database: Database) {}

  /** Moves changes into the counts, in one statement: at any moment both together are exact. @returns how many */
  async addUp(limit: number): Promise<number> {
    const row = await this.database.one<{ moved: number }>(sql`
      with moved as (
        delete from learning.enrollment_count_changes
         where ctid = any(array(select ctid from learning.enrollment_count_changes limit ${limit}))
        returning portal_id, lo_id, status, is_child, change
      ), added as (
        insert into learning.enrollment_counts as c (portal_id, lo_id, status, is_child, count)
        select portal_id, lo_id, status, is_child, sum(change) from moved group by 1, 2, 3, 4 order by 1, 2, 3, 4
        on conflict (portal_id, lo_id, status, is_child) do update set count = c.count + excluded.count
      ) select count(*) as moved from moved`);
    return row?.moved ?? 0;
  }
}
