import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@app/access';
import { BacklogMetrics } from './backlog-metrics.js';
import { WorkerMetrics } from './worker-metrics.js';

@ApiExcludeController()
@Public()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: WorkerMetrics,
    private readonly backlog: BacklogMetrics,
  ) {}

  @Get()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async get(): Promise<string> {
    await this.backlog.measure();
    return this.metrics.registry.metrics();
  }
}
