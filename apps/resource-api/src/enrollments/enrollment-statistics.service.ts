import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { wireTime, type Series } from '@app/contracts';
import { Database } from '@app/database';
import { countEnrollmentsByBucket } from './enrollment-statistics.queries.js';
import type { EnrollmentStatisticsPage } from './enrollment-statistics.schema.js';

@Injectable()
export class EnrollmentStatisticsService {
  constructor(private readonly database: Database) {}

  /** One entry for each bucket of the series, in order. */
  async list({ portalId }: Actor, series: Series): Promise<EnrollmentStatisticsPage> {
    const rows = await countEnrollmentsByBucket(this.database.replica, portalId, series);
    const rowByIndex = new Map(rows.map((row) => [row.bucketIndex, row]));
    const hits = series.starts.map((start, index) => {
      const { created = 0, completed = 0 } = rowByIndex.get(index) ?? {};
      return { time: wireTime(start), created, completed };
    });
    return { total: hits.length, hits };
  }
}
