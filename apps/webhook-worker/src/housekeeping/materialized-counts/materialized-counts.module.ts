import { Module } from '@nestjs/common';
import { MaterializedCountsQueries } from './materialized-counts.queries.js';
import { MaterializedCounts } from './materialized-counts.js';

@Module({ providers: [MaterializedCounts, MaterializedCountsQueries] })
export class MaterializedCountsModule {}
