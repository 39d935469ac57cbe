import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CLOCK, LOGGER, Sealer, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { Dependency, observe } from '@app/metrics';
import { TaskRunner } from '@app/scheduled-tasks';
import {
  isPublished,
  KeyRotation,
  keyStates,
  toPem,
  SIGNING_KEY_DAYS,
  SigningKeyQueries,
  type KeyState,
  type SigningKeyRow,
} from '@app/signing-keys';
import type { JWK } from 'jose';
import type { Settings } from '../../config.js';
import { AccessTokenSigner } from './access-token-signer.js';

export interface RingKey {
  kid: string;
  alg: string;
  jwk: JWK;
  pem: string;
  state: KeyState;
}

interface LoadedKey {
  kid: string;
  alg: string;
  signsFrom: Date;
  revokedAt: Date | null;
  /** Undefined when it cannot be read. */
  published: { jwk: JWK; pem: string } | undefined;
  /** Undefined when it cannot be opened, or its public half cannot be read. */
  signer: AccessTokenSigner | undefined;
  /** Why it cannot be used. */
  parkedReason: string | null;
}

/** Milliseconds without a successful read after which the process is not ready: it might sign with a revoked key. */
const STALE_MS = 30_000;
const UNREADABLE = 'private_key_unreadable';

/** The signing keys in Postgres, opened once and kept in memory. */
@Injectable()
export class KeyRing implements OnModuleInit, OnModuleDestroy {
  #keys: LoadedKey[] = [];
  /** A revoked key stops signing within its interval everywhere. */
  readonly #reloading: TaskRunner;
  #lastReload = 0;
  readonly #sealer: Sealer;
  readonly #state: Dependency;
  readonly #forget: (() => void)[];

  constructor(
    private readonly queries: SigningKeyQueries,
    private readonly rotation: KeyRotation,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#sealer = Sealer.of(settings);
    this.#reloading = new TaskRunner('reload-signing-keys', () => this.reload(), logger);
    this.#state = new Dependency('key_set', logger);
    this.#forget = [
      () => this.#state.forget(),
      observe('signing_key_age_seconds', () => this.#ageSeconds()),
      observe('signing_key_max_age_seconds', () => SIGNING_KEY_DAYS * 86_400),
      observe('signing_keys', () => this.#countsOfStates()),
    ];
  }

  /** Creates the first key if there is none, and loads the ring before the process listens. */
  async onModuleInit(): Promise<void> {
    await this.rotation.ensureCurrent();
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

  /** An unreadable key affects only itself: if it is the current one, another replaces it. */
  async reload(): Promise<void> {
    try {
      await this.#reload();
      if (this.#inState('current')?.signer) this.#state.up();
      else this.#state.down(new Error('there is no key to sign with'));
    } catch (error) {
      if (!this.isFresh) this.#state.down(error);
      throw error;
    }
  }

  async #reload(): Promise<void> {
    await this.#load();
    const current = this.#inState('current');
    if (!current || current.signer) return;
    this.logger.error(
      { kid: current.kid, reason: current.parkedReason },
      'the current signing key is replaced',
    );
    await this.rotation.replace(current.kid, current.parkedReason ?? UNREADABLE);
    await this.#load();
  }

  async #load(): Promise<void> {
    const rows = await this.queries.all();
    this.#lastReload = Date.now();
    const keysById = new Map(this.#keys.map((key) => [key.kid, key]));
    this.#keys = await Promise.all(rows.map((row) => this.#open(row, keysById.get(row.kid))));
  }

  /** A key that was opened once is kept, whatever happens to its row. */
  async #open(row: SigningKeyRow, loadedKey: LoadedKey | undefined): Promise<LoadedKey> {
    const { kid, signsFrom, revokedAt } = row;
    if (loadedKey?.published && loadedKey.signer) return { ...loadedKey, signsFrom, revokedAt };
    const published = publicHalf(row);
    const alg = published?.jwk.alg ?? row.alg;
    const signer = published && this.#signerOf(row, alg);
    const parkedReason = signer ? null : published ? UNREADABLE : 'public_key_unreadable';
    if (parkedReason !== row.parkedReason) {
      if (parkedReason !== null) this.logger.error({ kid, reason: parkedReason }, 'a signing key is parked');
      await this.queries.park(kid, parkedReason);
    }
    return { kid, alg, signsFrom, revokedAt, published, signer, parkedReason };
  }

  #signerOf({ kid, privateSealed }: SigningKeyRow, alg: string): AccessTokenSigner | undefined {
    const pem = this.#sealer.tryOpen(privateSealed, kid);
    return pem === undefined ? undefined : AccessTokenSigner.of(alg, kid, pem);
  }

  #ageSeconds(): number | undefined {
    const signsFrom = this.#inState('current')?.signsFrom;
    return signsFrom && (this.clock.now().getTime() - signsFrom.getTime()) / 1000;
  }

  #countsOfStates(): { labels: { state: KeyState }; value: number }[] {
    const states = keyStates(this.#keys, this.clock.now()).map(({ state }) => state);
    return (['next', 'current', 'retired', 'expired', 'revoked'] as const).map((state) => ({
      labels: { state },
      value: states.filter((one) => one === state).length,
    }));
  }

  #inState(state: KeyState): LoadedKey | undefined {
    return keyStates(this.#keys, this.clock.now()).find((key) => key.state === state);
  }

  /** The key that signs now. @throws Error when every key is revoked, or the next one cannot be read. */
  current(): RingKey & { signer: AccessTokenSigner } {
    const key = this.#inState('current');
    if (!key?.published || !key.signer) throw new Error('there is no signing key');
    const { kid, alg, published, signer } = key;
    return { kid, alg, ...published, state: 'current', signer };
  }

  /** Keys of the published set: the current one first, then the next, then retired ones. */
  published(): RingKey[] {
    const rank: Record<string, number> = { current: 0, next: 1, retired: 2 };
    return keyStates(this.#keys, this.clock.now())
      .filter(({ state }) => isPublished(state))
      .sort((a, b) => rank[a.state]! - rank[b.state]!)
      .flatMap(({ kid, alg, published, state }) => (published ? [{ kid, alg, ...published, state }] : []));
  }

  /** A published key; undefined when it is unknown, expired or revoked. */
  find(kid: string): RingKey | undefined {
    return this.published().find((key) => key.kid === kid);
  }
}

/** Undefined when the row does not contain the public key of its kid. */
function publicHalf({ kid, publicJwk }: SigningKeyRow): { jwk: JWK; pem: string } | undefined {
  try {
    return publicJwk.kid === kid ? { jwk: publicJwk, pem: toPem(publicJwk) } : undefined;
  } catch {
    return undefined;
  }
}
