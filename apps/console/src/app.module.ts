import { Module, type DynamicModule } from '@nestjs/common';
import { DatabaseModule, DatabaseReadiness } from '@app/database';
import { CoreModule, HealthModule } from '@app/http';
import type { Clock, Logger } from '@app/kernel';
import { MetricsModule } from '@app/metrics';
import { TracingModule } from '@app/tracing';
import type { Settings } from './config.js';
import { ForwardingModule } from './forwarding/index.js';
import { SessionModule } from './session/index.js';
import { SignInModule } from './sign-in/index.js';

@Module({})
export class ConsoleModule {
  static forRoot(settings: Settings, clock: Clock, logger: Logger): DynamicModule {
    return {
      module: ConsoleModule,
      imports: [
        CoreModule.forRoot(settings, clock, logger),
        MetricsModule.forRoot('console'),
        TracingModule.forRoot('console'),
        DatabaseModule.forRoot({
          url: settings.DATABASE_URL,
          applicationName: 'console',
          poolSize: settings.DATABASE_POOL_SIZE,
          waitMs: settings.DATABASE_WAIT_MS,
        }),
        HealthModule.forRoot({
          inject: [DatabaseReadiness],
          // without the other servers: while they are down, this one still serves pages with an error
          useFactory: (database: DatabaseReadiness) => database.checks,
        }),
        SessionModule,
        SignInModule,
        ForwardingModule,
      ],
    };
  }
}
