import { Sealer, type Clock, type Logger } from '@app/kernel';
import {
  isPublished,
  keyStates,
  toPem,
  type KeyRotation,
  type KeyState,
  type SigningKeyRow,
} from '@app/signing-keys';
import type { JWK } from 'jose';
import { TokenSigner } from './token-signer.js';

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
  signer: TokenSigner | undefined;
  /** Why the key cannot be used. */
  parkedReason: string | null;
}

const UNREADABLE = 'private_key_unreadable';

/** The keys of one purpose, opened once and kept in memory. */
export class LoadedKeys {
  #keys: LoadedKey[] = [];

  constructor(
    private readonly rotation: KeyRotation,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Creates the first key if there is none. */
  ensureCurrent(): Promise<void> {
    return this.rotation.ensureCurrent();
  }

  /** An unreadable key affects only itself. If it is the current one, another key replaces it. */
  async reload(): Promise<void> {
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
    const rows = await this.rotation.queries.all();
    const keysById = new Map(this.#keys.map((key) => [key.kid, key]));
    this.#keys = await Promise.all(rows.map((row) => this.#open(row, keysById.get(row.kid))));
  }

  /** A key that was opened once stays usable, even if its row becomes unreadable. */
  async #open(row: SigningKeyRow, loadedKey: LoadedKey | undefined): Promise<LoadedKey> {
    const { kid, signsFrom, revokedAt } = row;
    if (loadedKey?.published && loadedKey.signer) return { ...loadedKey, signsFrom, revokedAt };
    const published = publicHalf(row);
    const alg = published?.jwk.alg ?? row.alg;
    const signer = published && this.#openSigner(row, alg);
    const parkedReason = signer ? null : published ? UNREADABLE : 'public_key_unreadable';
    if (parkedReason !== row.parkedReason) {
      if (parkedReason !== null) this.logger.error({ kid, reason: parkedReason }, 'a signing key is parked');
      await this.rotation.queries.park(kid, parkedReason);
    }
    return { kid, alg, signsFrom, revokedAt, published, signer, parkedReason };
  }

  #openSigner({ kid, privateSealed }: SigningKeyRow, alg: string): TokenSigner | undefined {
    const pem = this.sealer.tryOpen(privateSealed, kid);
    return pem === undefined ? undefined : TokenSigner.of(alg, kid, pem);
  }

  #inState(state: KeyState): LoadedKey | undefined {
    return keyStates(this.#keys, this.clock.now()).find((key) => key.state === state);
  }

  get canSign(): boolean {
    return this.#inState('current')?.signer !== undefined;
  }

  /** Seconds for which the current key has been signing; undefined without one. */
  ageSeconds(): number | undefined {
    const signsFrom = this.#inState('current')?.signsFrom;
    return signsFrom && (this.clock.now().getTime() - signsFrom.getTime()) / 1000;
  }

  countIn(state: KeyState): number {
    return keyStates(this.#keys, this.clock.now()).filter((key) => key.state === state).length;
  }

  /** The key that signs now. @throws Error when every key is revoked, or the next one cannot be read. */
  current(): RingKey & { signer: TokenSigner } {
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
