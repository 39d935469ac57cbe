import { Module } from '@nestjs/common';
import { KeptCountsQueries } from './kept-counts.queries.js';
import { KeptCounts } from './kept-counts.js';
import { ExpiredQueries } from './expired.queries.js';
import { Expired } from './expired.js';
import { PartitionsQueries } from './partitions.queries.js';
import { Partitions } from './partitions.js';

@Module({
  providers: [Partitions, PartitionsQueries, Expired, ExpiredQueries, KeptCounts, KeptCountsQueries],
})
export class MaintenanceModule {}
