import { Global, Inject, Module, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { CLOCK, type Clock } from '@app/kernel';
import type { Logger } from 'pino';
import { AccessGuard } from './access.guard.js';
import { ACCESS_SETTINGS, type AccessSettings } from './access.settings.js';
import { BearerGuard } from './bearer.guard.js';
import { KeySet } from './keys/key-set.js';
import { RevocationQueries } from './revocation/revocations.queries.js';
import { RevocationReader } from './revocation/revocation-reader.js';
import { TokenVerifier } from './token-verifier.js';

/** Bearer tokens on every route of the app that is not `@Public()`. */
@Global()
@Module({})
export class AccessModule implements OnApplicationBootstrap {
  constructor(@Inject(KeySet) private readonly keys: KeySet) {}

  static forRoot(settings: AccessSettings, logger: Logger): DynamicModule {
    return {
      module: AccessModule,
      imports: [PassportModule],
      providers: [
        { provide: ACCESS_SETTINGS, useValue: settings },
        {
          provide: KeySet,
          useFactory: (clock: Clock) => new KeySet(settings.jwksUrl, clock, logger),
          inject: [CLOCK],
        },
        RevocationQueries,
        RevocationReader,
        TokenVerifier,
        { provide: APP_GUARD, useClass: BearerGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
      exports: [RevocationReader, KeySet],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.keys.refresh();
  }
}
