import type { Series } from '@app/contracts';
import { sql, type Reader } from '@app/database';

/** The counts of a bucket that has some, and its index in the series. */
export interface EnrollmentBucket {
  bucketIndex: number;
  created: number;
  completed: number;
}

/** Top-level enrollments: the worker's totals plus what was written since; together exact (ADR 17). */
export const countEnrollmentsByBucket = (
  reader: Reader,
  portalId: number,
  { starts, end }: Series,
): Promise<EnrollmentBucket[]> =>
  reader.many<EnrollmentBucket>(sql.camelCase`
    select width_bucket(hour, ${starts}::timestamptz[]) - 1 as bucket_index, sum(created)::bigint as created,
           sum(completed)::bigint as completed
      from (select portal_id, hour, created, completed from learning.enrollment_hours
            union all
            select portal_id, hour, created, completed from learning.enrollment_hour_changes) c
     where portal_id = ${portalId} and hour >= ${starts[0]} and hour < ${end}
     group by 1`);
