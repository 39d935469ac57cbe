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
import { CLOCK, LOGGER, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { AccessTokens } from './access-tokens.js';
import { AccessGuard } from './access.guard.js';
import { AUDIENCE, type AccessSettings } from './access.settings.js';
import { BearerGuard } from './bearer.guard.js';
import { KEY_SOURCE, type KeySource } from './keys/key-source.js';
import { KeySet } from './keys/key-set.js';
import { RevocationQueries } from './revocation/revocations.queries.js';
import { RevocationReader } from './revocation/revocation-reader.js';
import { TokenVerifier } from './token-verifier.js';

/** Requires bearer tokens on every route of the app that is not `@Public()`. */
@Global()
@Module({})
export class AccessModule implements OnApplicationBootstrap {
  constructor(@Inject(KEY_SOURCE) private readonly keys: KeySource) {}

  /**
   * @param audience the `aud` that a token must contain: the public URL of this server
   * @param ownKeys the app's own key source; without it the key set is fetched
   */
  static forRoot(audience: string, ownKeys?: { module: Type; source: Type<KeySource> }): DynamicModule {
    return {
      module: AccessModule,
      imports: [PassportModule, ...(ownKeys ? [ownKeys.module] : [])],
      providers: [
        { provide: AUDIENCE, useValue: audience },
        ownKeys
          ? { provide: KEY_SOURCE, useExisting: ownKeys.source }
          : {
              provide: KEY_SOURCE,
              inject: [SETTINGS, CLOCK, LOGGER],
              useFactory: ({ AUTH_PUBLIC_URL, JWKS_URL }: AccessSettings, clock: Clock, logger: Logger) =>
                new KeySet(JWKS_URL ?? `${AUTH_PUBLIC_URL}/.well-known/jwks.json`, clock, logger),
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
