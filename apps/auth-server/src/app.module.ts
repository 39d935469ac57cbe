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
import type { Settings } from './config.js';
import { OwnKeys, PublicKeyModule } from './oauth/signing-keys/index.js';
import { EdgeModule } from './edge/edge.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { PersonModule } from './person/person.module.js';
import { ApplicationsModule } from './applications/applications.module.js';
import { OAuthModule } from './oauth/oauth.module.js';

const health = HealthModule.forRoot({
  inject: [DatabaseReadiness, RevocationReader, KEY_SOURCE],
  useFactory: (database: DatabaseReadiness, revocations: RevocationReader, keys: KeySource) => [
    ...database.checks,
    { name: 'revocations', check: () => revocations.isFresh },
    { name: 'signing keys', check: () => keys.isLoaded },
  ],
});

@Module({})
export class AppModule {
  static forRoot(settings: Settings, clock: Clock, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.forRoot(
          settings satisfies AccessSettings & IdempotencySettings & RateLimitSettings,
          clock,
          logger,
        ),
        MetricsModule.forRoot('auth-server'),
        TracingModule.forRoot('auth-server'),
        DatabaseModule.forRoot({
          url: settings.DATABASE_URL,
          applicationName: 'auth-server',
          poolSize: settings.DATABASE_POOL_SIZE,
          waitMs: settings.DATABASE_WAIT_MS,
        }),
        RedisModule,
        AccessModule.forRoot(settings.AUTH_PUBLIC_URL, { module: PublicKeyModule, source: OwnKeys }),
        ...(settings.RATE_LIMITS ? [RateLimitModule] : []),
        RevocationsModule,
        IdempotencyModule,
        EventsModule,
        MailModule,
        health,
        EdgeModule,
        PublicKeyModule,
        OAuthModule,
        ApplicationsModule,
        PersonModule,
        SignInModule,
      ],
    };
  }
}
