import { Injectable } from '@nestjs/common';
import type { Series } from '@app/contracts';
import { Database, sql } from '@app/database';
import { noDeliveryCounts, type DeliveryCounts } from '@app/webhooks';

/** The counts of a non-empty bucket, and its position in the series. */
export interface BucketRow extends DeliveryCounts {
  webhook_id: number;
  position: number;
}

const { classes, errors, buckets } = noDeliveryCounts();
/** Lists of counts, added up position by position. */
const sums = (column: string, { length }: readonly number[]) =>
  sql.raw(
    `array[${Array.from({ length }, (_, position) => `coalesce(sum(${column}[${position + 1}]), 0)`).join()}]::int[]`,
  );

@Injectable()
export class StatisticsQueries {
  constructor(private readonly database: Database) {}

  byBucket(portalId: number, webhookIds: number[], { starts, end }: Series): Promise<BucketRow[]> {
    return this.database.replica.many<BucketRow>(sql`
      select webhook_id, width_bucket(hour, ${starts}::timestamptz[]) - 1 as position,
             sum(delivered)::int as delivered, sum(failed)::int as failed, sum(attempts)::int as attempts,
             ${sums('classes', classes)} as classes, ${sums('errors', errors)} as errors,
             ${sums('buckets', buckets)} as buckets
        from learning.webhook_hours
       where portal_id = ${portalId} and webhook_id = any(${webhookIds}::int[])
         and hour >= ${starts[0]} and hour < ${end}
       group by 1, 2`);
  }
}
