import { Module, type DynamicModule } from '@nestjs/common';
import { DatabaseModule, DatabaseReadiness } from '@app/database';
import { CoreModule, HealthModule } from '@app/http';
import type { Clock, Logger } from '@app/kernel';
import { RedisModule } from '@app/redis';
import { DeliveryModule } from './delivery.module.js';
import { MaterializedCountsModule } from './materialized-counts/materialized-counts.module.js';
import { LinkPagesModule } from './link-pages/link-pages.module.js';
import { MailModule } from './mail/mail.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { VisibilityChangesModule } from './visibility-changes/visibility-changes.module.js';
import type { WorkerSettings } from './pace.js';

/** Postgres connections for everything except delivery: mails, payments, retention, health. */
const OTHER_WORK_POOL_SIZE = 5;

@Module({})
export class WebhookWorkerModule {
  static forRoot(settings: WorkerSettings, clock: Clock, logger: Logger): DynamicModule {
    return {
      module: WebhookWorkerModule,
      imports: [
        CoreModule.forRoot(settings, clock, logger),
        DatabaseModule.forRoot({
          url: settings.DATABASE_URL,
          applicationName: 'webhook-worker',
          poolSize: OTHER_WORK_POOL_SIZE,
          waitMs: settings.DATABASE_WAIT_MS,
        }),
        RedisModule,
        HealthModule.forRoot({
          inject: [DatabaseReadiness],
          // Redis is not a condition: the worker works without it.
          useFactory: (database: DatabaseReadiness) => database.checks,
        }),
        MetricsModule,
        DeliveryModule,
        RetentionModule,
        MaterializedCountsModule,
        VisibilityChangesModule,
        LinkPagesModule,
        PaymentsModule,
        MailModule,
      ],
    };
  }
}
