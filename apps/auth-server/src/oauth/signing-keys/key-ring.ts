import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CLOCK, LOGGER, Sealer, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { Dependency, observe } from '@app/metrics';
import { TaskRunner } from '@app/scheduled-tasks';
import { KeyRotation, SIGNING_KEY_DAYS } from '@app/signing-keys';
import type { Settings } from '../../config.js';
import { LoadedKeys, type RingKey } from './loaded-keys.js';
import type { TokenSigner } from './token-signer.js';

/** Injection token of the rotation of ID token keys; that of access token keys is injected by its class. */
export const ID_TOKEN_ROTATION = Symbol('IdTokenRotation');

/** Milliseconds without a successful read after which the process is not ready: it might sign with a revoked key. */
const STALE_MS = 30_000;

/** The signing keys of access tokens and of ID tokens, stored in Postgres. */
@Injectable()
export class KeyRing implements OnModuleInit, OnModuleDestroy {
  readonly #accessTokens: LoadedKeys;
  /** RS256, which every library expects. */
  readonly idTokens: LoadedKeys;
  /** Reloads the keys, so a revoked key stops signing within this interval in every process. */
  readonly #reloading: TaskRunner;
  #lastReload = 0;
  readonly #state: Dependency;
  readonly #forget: (() => void)[];

  constructor(
    rotation: KeyRotation,
    @Inject(ID_TOKEN_ROTATION) idTokenRotation: KeyRotation,
    @Inject(CLOCK) clock: Clock,
    @Inject(SETTINGS) settings: Settings,
    @Inject(LOGGER) logger: Logger,
  ) {
    const sealer = Sealer.of(settings);
    this.#accessTokens = new LoadedKeys(rotation, sealer, clock, logger);
    this.idTokens = new LoadedKeys(idTokenRotation, sealer, clock, logger);
    this.#reloading = new TaskRunner('reload-signing-keys', () => this.reload(), logger);
    this.#state = new Dependency('key_set', logger);
    const all = [this.#accessTokens, this.idTokens];
    this.#forget = [
      () => this.#state.forget(),
      observe('signing_key_age_seconds', () => findMax(all.map((keys) => keys.ageSeconds()))),
      observe('signing_key_max_age_seconds', () => SIGNING_KEY_DAYS * 86_400),
      observe('signing_keys', () =>
        (['next', 'current', 'retired', 'expired', 'revoked'] as const).map((state) => ({
          labels: { state },
          value: this.#accessTokens.countIn(state),
        })),
      ),
    ];
  }

  /** Creates the first keys if there are none, and loads the ring before the process listens. */
  async onModuleInit(): Promise<void> {
    await this.#accessTokens.ensureCurrent();
    await this.idTokens.ensureCurrent();
    await this.reload();
    this.#reloading.start(this.#reloading.everyMs);
  }

  async onModuleDestroy(): Promise<void> {
    for (const forget of this.#forget) forget();
    await this.#reloading.stop();
  }

  /** Whether the keys are recent enough to sign with. */
  get isFresh(): boolean {
    return Date.now() - this.#lastReload < STALE_MS;
  }

  async reload(): Promise<void> {
    try {
      await this.#accessTokens.reload();
      await this.idTokens.reload();
      this.#lastReload = Date.now();
      if (this.#accessTokens.canSign && this.idTokens.canSign) this.#state.up();
      else this.#state.down(new Error('there is no key to sign with'));
    } catch (error) {
      if (!this.isFresh) this.#state.down(error);
      throw error;
    }
  }

  /** The key that signs access tokens now. @throws Error as {@link LoadedKeys.current} */
  current(): RingKey & { signer: TokenSigner } {
    return this.#accessTokens.current();
  }

  /** The published keys of access tokens: the current one first, then the next, then retired ones. */
  published(): RingKey[] {
    return this.#accessTokens.published();
  }

  /** A published key of access tokens; undefined when it is unknown, expired or revoked. */
  find(kid: string): RingKey | undefined {
    return this.#accessTokens.find(kid);
  }
}

function findMax(values: readonly (number | undefined)[]): number | undefined {
  const numbers = values.filter((value) => value !== undefined);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}
