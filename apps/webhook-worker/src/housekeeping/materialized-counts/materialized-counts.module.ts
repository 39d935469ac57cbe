import { Module } from '@nestjs/common';
import { MaterializedCounts } from './materialized-counts.js';

@Module({ providers: [MaterializedCounts] })
export class MaterializedCountsModule {}
