import { Module } from '@nestjs/common';
import { EnrollmentCountsQueries } from './enrollment-counts.queries.js';
import { EnrollmentCounts } from './enrollment-counts.js';
import { ExpiredQueries } from './expired.queries.js';
import { Expired } from './expired.js';
import { PartitionsQueries } from './partitions.queries.js';
import { Partitions } from './partitions.js';

@Module({
  providers: [
    Partitions,
    PartitionsQueries,
    Expired,
    ExpiredQueries,
    EnrollmentCounts,
    EnrollmentCountsQueries,
  ],
})
export class MaintenanceModule {}
