import { Global, Module } from '@nestjs/common';
import { BacklogMetrics } from './backlog-metrics.js';
import { BacklogQueries } from './backlog.queries.js';
import { WorkerMetrics } from './worker-metrics.js';

@Global()
@Module({
  providers: [WorkerMetrics, BacklogMetrics, BacklogQueries],
  exports: [WorkerMetrics],
})
export class WorkerMetricsModule {}
