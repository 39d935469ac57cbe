import { Module, type DynamicModule } from '@nestjs/common';
import { DatabaseModule, DatabaseReadiness } from '@app/database';
import { CoreModule, HealthModule } from '@app/http';
import type { Clock, Logger } from '@app/kernel';
import { paymentGateway } from '@app/onboarding';
import { RedisModule } from '@app/redis';
import type { WorkerConfig } from './config.js';
import { DeliveryModule } from './delivery.module.js';
import { MaterializedCountsModule } from './materialized-counts/materialized-counts.module.js';
import { LinkPagesModule } from './link-pages/link-pages.module.js';
import { MailModule } from './mail/mail.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { VisibilityChangesModule } from './visibility-changes/visibility-changes.module.js';
import type { WorkerSettings } from './settings.js';

/** Postgres connections for all that is not delivery: mails, payments, retention, health. */
const OTHER_WORK_POOL_SIZE = 5;

@Module({})
export class WebhookWorkerModule {
  /** @param settings limits and times that differ from the defaults; for tests */
  static forRoot(
    config: WorkerConfig,
    settings: Partial<WorkerSettings>,
    clock: Clock,
    logger: Logger,
  ): DynamicModule {
    return {
      module: WebhookWorkerModule,
      imports: [
        CoreModule.forRoot(clock, logger),
        DatabaseModule.forRoot({
          url: config.DATABASE_URL,
          applicationName: 'webhook-worker',
          poolSize: OTHER_WORK_POOL_SIZE,
          waitMs: config.DATABASE_WAIT_MS,
        }),
        RedisModule.forRoot({ url: config.REDIS_URL, prefix: config.REDIS_PREFIX }),
        HealthModule.forRoot({
          inject: [DatabaseReadiness],
          // Redis is no condition: the worker goes on without it.
          useFactory: (database: DatabaseReadiness) => database.checks,
        }),
        MetricsModule,
        DeliveryModule.forRoot(config, settings),
        RetentionModule,
        MaterializedCountsModule,
        VisibilityChangesModule,
        LinkPagesModule.forRoot(config),
        PaymentsModule.forRoot(paymentGateway(config, logger)),
        MailModule.forRoot({
          smtpUrl: config.SMTP_URL,
          from: config.MAIL_FROM,
          authPublicUrl: config.AUTH_PUBLIC_URL,
        }),
      ],
    };
  }
}
