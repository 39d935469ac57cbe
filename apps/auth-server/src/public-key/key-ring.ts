import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CLOCK, Sealer, type Clock } from '@app/kernel';
import {
  isPublished,
  KeyRotation,
  keyStates,
  pemOf,
  SigningKeyQueries,
  type KeyState,
} from '@app/signing-keys';
import { importPKCS8, type CryptoKey, type JWK } from 'jose';
import { SETTINGS, type Settings } from '../config.js';

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
  jwk: JWK;
  pem: string;
  signsFrom: Date;
  revokedAt: Date | null;
  privateKey: CryptoKey;
}

/** Milliseconds between two looks at the table: a revoked key stops signing within this time everywhere. */
const reloadMs = 1_000;
/** Milliseconds without a successful look after which the process is not ready: it may sign with a revoked key. */
const staleMs = 30_000;

/** The signing keys as they stand in Postgres, opened once and kept in memory. */
@Injectable()
export class KeyRing implements OnModuleInit, OnModuleDestroy {
  #keys: LoadedKey[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #lastReload = 0;
  readonly #sealer: Sealer;

  constructor(
    private readonly queries: SigningKeyQueries,
    private readonly rotation: KeyRotation,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.#sealer = new Sealer(settings.SECRETS_KEY);
  }

  /** Makes the first key when there is none, and loads the ring before the process listens. */
  async onModuleInit(): Promise<void> {
    await this.rotation.ensureCurrent();
    await this.reload();
    this.#schedule();
  }

  onModuleDestroy(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      void this.reload()
        .catch(() => undefined) // Postgres is away: the ring goes on with what it has
        .finally(() => this.#schedule());
    }, reloadMs);
    this.#timer.unref();
  }

  /** Whether the keys are as recent as a signature must be. */
  get isFresh(): boolean {
    return Date.now() - this.#lastReload < staleMs;
  }

  async reload(): Promise<void> {
    const rows = await this.queries.all();
    this.#lastReload = Date.now();
    const known = new Map(this.#keys.map((key) => [key.kid, key]));
    this.#keys = await Promise.all(
      rows.map(async (row) => ({
        kid: row.kid,
        alg: row.alg,
        jwk: row.publicJwk,
        pem: known.get(row.kid)?.pem ?? pemOf(row.publicJwk),
        signsFrom: row.signsFrom,
        revokedAt: row.revokedAt,
        privateKey:
          known.get(row.kid)?.privateKey ??
          (await importPKCS8(this.#sealer.open(row.privateSealed, row.kid), row.alg)),
      })),
    );
  }

  /** The key that signs now. @throws Error when every key is revoked. */
  current(): RingKey & { privateKey: CryptoKey } {
    const key = keyStates(this.#keys, this.clock.now()).find(({ state }) => state === 'current');
    if (!key) throw new Error('there is no signing key');
    return key;
  }

  /** Keys of the published set: the current one first, then the next, then retired ones. */
  published(): RingKey[] {
    const rank: Record<string, number> = { current: 0, next: 1, retired: 2 };
    return keyStates(this.#keys, this.clock.now())
      .filter(({ state }) => isPublished(state))
      .sort((a, b) => rank[a.state]! - rank[b.state]!)
      .map(({ kid, alg, jwk, pem, state }) => ({ kid, alg, jwk, pem, state }));
  }

  /** A published key; undefined when it is unknown, expired or revoked. */
  find(kid: string): RingKey | undefined {
    return this.published().find((key) => key.kid === kid);
  }
}
