import { Module } from '@nestjs/common';
import { PartitionsQueries } from './partitions.queries.js';
import { Partitions } from './partitions.js';

@Module({ providers: [Partitions, PartitionsQueries] })
export class MaintenanceModule {}
