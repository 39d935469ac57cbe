import { Module } from '@nestjs/common';
import { BacklogMetrics } from './backlog-metrics.js';
import { BacklogQueries } from './backlog.queries.js';

@Module({ providers: [BacklogMetrics, BacklogQueries] })
export class BacklogMetricsModule {}
