import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type Type,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { CLOCK, type Clock } from '@app/kernel';
import type { Logger } from 'pino';
import { AccessTokens } from './access-tokens.js';
import { AccessGuard } from './access.guard.js';
import { ACCESS_SETTINGS, type AccessSettings } from './access.settings.js';
import { BearerGuard } from './bearer.guard.js';
import { KEY_SOURCE, type KeySource } from './keys/key-source.js';
import { KeySet } from './keys/key-set.js';
import { RevocationQueries } from './revocation/revocations.queries.js';
import { RevocationReader } from './revocation/revocation-reader.js';
import { TokenVerifier } from './token-verifier.js';

/** Bearer tokens on every route of the app that is not `@Public()`. */
@Global()
@Module({})
export class AccessModule implements OnApplicationBootstrap {
  constructor(@Inject(KEY_SOURCE) private readonly keys: KeySource) {}

  /** @param own the app's own keys; without them the key set is fetched from `settings.jwksUrl` */
  static forRoot(
    settings: AccessSettings,
    logger: Logger,
    own?: { module: Type; source: Type<KeySource> },
  ): DynamicModule {
    return {
      module: AccessModule,
      imports: [PassportModule, ...(own ? [own.module] : [])],
      providers: [
        { provide: ACCESS_SETTINGS, useValue: settings },
        own
          ? { provide: KEY_SOURCE, useExisting: own.source }
          : {
              provide: KEY_SOURCE,
              useFactory: (clock: Clock) => new KeySet(settings.jwksUrl, clock, logger),
              inject: [CLOCK],
            },
        RevocationQueries,
        RevocationReader,
        TokenVerifier,
        AccessTokens,
        { provide: APP_GUARD, useClass: BearerGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
      exports: [AccessTokens, RevocationReader, KEY_SOURCE],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.keys.refresh();
  }
}
