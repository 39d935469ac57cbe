import { Module, type DynamicModule } from '@nestjs/common';
import { DatabaseModule, DatabaseReadiness } from '@app/database';
import { CoreModule, HealthModule } from '@app/http';
import type { Clock, Logger } from '@app/kernel';
import { MetricsModule } from '@app/metrics';
import { RedisModule } from '@app/redis';
import { TracingModule } from '@app/tracing';
import { DeliveryModule } from './delivery.module.js';
import { HousekeepingModule } from './housekeeping.module.js';
import type { WorkerSettings } from './timing.js';

/** Postgres connections for everything except delivery: mails, payments, retention, health. */
const OTHER_WORK_POOL_SIZE = 5;

@Module({})
export class WebhookWorkerModule {
  static forRoot(settings: WorkerSettings, clock: Clock, logger: Logger): DynamicModule {
    return {
      module: WebhookWorkerModule,
      imports: [
        CoreModule.forRoot(settings, clock, logger),
        MetricsModule.forRoot('webhook-worker'),
        TracingModule.forRoot('webhook-worker'),
        DatabaseModule.forRoot({
          url: settings.DATABASE_URL,
          applicationName: 'webhook-worker',
          poolSize: OTHER_WORK_POOL_SIZE,
          waitMs: settings.DATABASE_WAIT_MS,
        }),
        RedisModule,
        HealthModule.forRoot({
          inject: [DatabaseReadiness],
          // readiness does not depend on Redis: the worker works without it
          useFactory: (database: DatabaseReadiness) => database.checks,
        }),
        DeliveryModule,
        HousekeepingModule,
      ],
    };
  }
}
