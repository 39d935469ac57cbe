import { Module, type DynamicModule } from '@nestjs/common';
import {
  AccessModule,
  KEY_SOURCE,
  type AccessSettings,
  type KeySource,
  RevocationReader,
  RevocationsModule,
} from '@app/access';
import { DatabaseModule, DatabaseReadiness } from '@app/database';
import { EventsModule } from '@app/events';
import { CoreModule, HealthModule } from '@app/http';
import { IdempotencyModule, type IdempotencySettings } from '@app/idempotency';
import type { Clock, Logger } from '@app/kernel';
import { MailModule } from '@app/mail';
import { MetricsModule } from '@app/metrics';
import { RateLimitModule, type RateLimitSettings } from '@app/rate-limit';
import { RedisModule } from '@app/redis';
import { TracingModule } from '@app/tracing';
import { AccountModule } from './account/account.module.js';
import { ApiErrorsModule } from './api-errors/api-errors.module.js';
import { AuditModule } from './audit/index.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { BrandingModule } from './branding/branding.module.js';
import { CollectionsModule } from './collections/collections.module.js';
import type { Settings } from './config.js';
import { ConfigurationModule } from './configuration/configuration.module.js';
import { CustomFieldsModule } from './custom-fields/custom-fields.module.js';
import { EnrollmentsModule } from './enrollments/enrollments.module.js';
import { ContentModule } from './content/content.module.js';
import { HomeModule } from './home/home.module.js';
import type { GivenTiming } from './learning-objects/search/catalogue-index.provider.js';
import { LearningObjectsModule } from './learning-objects/learning-objects.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { LoginLinksModule } from './login-links/login-links.module.js';
import { MeModule } from './me/me.module.js';
import { OnboardModule } from './onboarding/onboard.module.js';
import { UsersModule } from './users/users.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/**
 * Milliseconds. The relay waits for a change of a webhook that is about to be committed, so a process that hangs in the
 * middle of one must not keep its locks.
 */
const IDLE_TRANSACTION_MS = 5_000;

@Module({})
export class ResourceApiModule {
  static forRoot(settings: Settings & GivenTiming, clock: Clock, logger: Logger): DynamicModule {
    return {
      module: ResourceApiModule,
      imports: [
        CoreModule.forRoot(
          settings satisfies AccessSettings & IdempotencySettings & RateLimitSettings,
          clock,
          logger,
        ),
        MetricsModule.forRoot('resource-api'),
        TracingModule.forRoot('resource-api'),
        DatabaseModule.forRoot({
          url: settings.DATABASE_URL,
          applicationName: 'resource-api',
          poolSize: settings.DATABASE_POOL_SIZE,
          waitMs: settings.DATABASE_WAIT_MS,
          idleTransactionMs: IDLE_TRANSACTION_MS,
          replicaUrl: settings.DATABASE_REPLICA_URL,
        }),
        RedisModule,
        EventsModule,
        MailModule,
        RevocationsModule,
        PasswordsModule,
        AuditModule,
        IdempotencyModule,
        AccessModule.forRoot(settings.API_PUBLIC_URL),
        ...(settings.RATE_LIMITS ? [RateLimitModule] : []),
        HealthModule.forRoot({
          inject: [DatabaseReadiness, KEY_SOURCE, RevocationReader],
          useFactory: (database: DatabaseReadiness, keys: KeySource, revocations: RevocationReader) => [
            ...database.checks,
            { name: 'key set', check: () => keys.isLoaded || keys.refresh().then(() => keys.isLoaded) },
            { name: 'revocations', check: () => revocations.isFresh },
          ],
        }),
        AccountModule,
        ConfigurationModule,
        CustomFieldsModule,
        LimitsModule,
        EnrollmentsModule,
        MeModule,
        LoginLinksModule,
        WebhooksModule,
        UsersModule,
        OnboardModule,
        LearningObjectsModule,
        CollectionsModule,
        ContentModule,
        HomeModule,
        BrandingModule,
        AuditLogModule,
        ApiErrorsModule,
      ],
    };
  }
}
