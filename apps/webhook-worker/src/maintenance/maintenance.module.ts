import { Module } from '@nestjs/common';
import { ExpiredQueries } from './expired.queries.js';
import { Expired } from './expired.js';
import { PartitionsQueries } from './partitions.queries.js';
import { Partitions } from './partitions.js';

@Module({ providers: [Partitions, PartitionsQueries, Expired, ExpiredQueries] })
export class MaintenanceModule {}
