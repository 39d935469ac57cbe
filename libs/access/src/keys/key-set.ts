import { createPublicKey } from 'node:crypto';
import type { OnModuleDestroy } from '@nestjs/common';
import { SingleFlight, type Clock } from '@app/kernel';
import { Dependency, observe } from '@app/metrics';
import type { Logger } from 'pino';
import type { KeySource, VerificationKey } from './key-source.js';
import { get as getOverHttp, type IncomingMessage } from 'node:http';
import { get as getOverHttps } from 'node:https';

interface PublishedKey {
  kid?: string;
  alg?: string;
  kty: string;
  [member: string]: unknown;
}

/** Seconds between two fetches caused by an unknown `kid`. */
const UNKNOWN_KID_PAUSE_SECONDS = 10;
const accepted = new Set(['ES256', 'RS256', 'EdDSA']);

/**
 * The authorization server's public keys, fetched over HTTP like a partner would, and cached according to the headers.
 * While the server is down, the last set stays in use. Source: specification, GET /oauth/public-key.
 */
export class KeySet implements KeySource, OnModuleDestroy {
  #keys = new Map<string, VerificationKey>();
  #etag: string | undefined;
  #freshUntil = 0;
  #lastAsked = -Infinity;
  readonly #fetches = new SingleFlight(() => this.#fetch());
  #fetchedAt: number | undefined;
  readonly #state: Dependency;
  readonly #forget: () => void;

  constructor(
    private readonly url: string,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.#state = new Dependency('key_set', logger);
    this.#forget = observe('key_set_age_seconds', () => {
      const fetchedAt = this.#fetchedAt;
      return fetchedAt === undefined ? undefined : (this.clock.now().getTime() - fetchedAt) / 1000;
    });
  }

  onModuleDestroy(): void {
    this.#forget();
    this.#state.forget();
  }

  get isLoaded(): boolean {
    return this.#keys.size > 0;
  }

  /**
   * The key with this `kid`. Fetches the set again if the key is unknown (at most once in 10 s) or the set is stale.
   */
  async find(kid: string): Promise<VerificationKey | undefined> {
    const now = this.clock.now().getTime();
    const key = this.#keys.get(kid);
    if (key) {
      if (now >= this.#freshUntil && this.#mayAsk(now)) void this.refresh();
      return key;
    }
    if (this.#fetches.isRunning || this.#mayAsk(now) || !this.isLoaded) await this.refresh();
    return this.#keys.get(kid);
  }

  #mayAsk(now: number): boolean {
    return now - this.#lastAsked >= UNKNOWN_KID_PAUSE_SECONDS * 1000;
  }

  /** Fetches the set, once for all concurrent calls; never throws. */
  refresh(): Promise<void> {
    return this.#fetches.join();
  }

  async #fetch(): Promise<void> {
    const now = this.clock.now().getTime();
    this.#lastAsked = now;
    try {
      const { status, body, etag, cacheControl } = await fetchKeySet(this.url, this.#etag);
      if (status === 200) this.#replaceKeys(JSON.parse(body) as { keys: PublishedKey[] });
      else if (status !== 304) throw new Error(`status ${status}`);
      this.#etag = etag ?? this.#etag;
      this.#freshUntil = now + maxAge(cacheControl) * 1000;
      this.#fetchedAt = now;
      this.#state.up();
    } catch (error) {
      this.#state.down(error); // keeps the last set
    }
  }

  #replaceKeys(set: { keys: PublishedKey[] }): void {
    const keys = new Map<string, VerificationKey>();
    for (const jwk of set.keys) {
      if (!jwk.kid || !jwk.alg || !accepted.has(jwk.alg)) continue;
      const pem = this.#tryExportPem(jwk);
      if (pem !== undefined) keys.set(jwk.kid, { kid: jwk.kid, alg: jwk.alg, pem });
    }
    this.#keys = keys;
  }

  /** An invalid key does not affect the others. */
  #tryExportPem(jwk: PublishedKey): string | undefined {
    try {
      return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string;
    } catch (error) {
      this.logger.warn({ err: error, kid: jwk.kid }, 'a key of the key set could not be read');
      return undefined;
    }
  }
}

function maxAge(header: string | undefined): number {
  const match = /max-age=(\d+)/.exec(header ?? '');
  return match ? Number(match[1]) : 60;
}

/** Milliseconds within which the whole answer must arrive. */
const WAIT_TIMEOUT_MS = 6_000;
/** Maximum characters of a key set; ours has two keys of a few hundred. */
const MAX_CHARACTERS = 1_000_000;

interface KeySetAnswer {
  status: number;
  body: string;
  etag: string | undefined;
  cacheControl: string | undefined;
}

/**
 * Fetches a key set with Node's own client. Every server requests one URL from time to time, and a more capable client
 * would stay in the memory of each.
 * @param knownEtag ETag of the known set
 * @throws Error when no complete answer arrives in time
 */
async function fetchKeySet(url: string, knownEtag: string | undefined): Promise<KeySetAnswer> {
  const get = new URL(url).protocol === 'https:' ? getOverHttps : getOverHttp;
  const headers = {
    accept: 'application/json',
    ...(knownEtag !== undefined && { 'if-none-match': knownEtag }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, signal: AbortSignal.timeout(WAIT_TIMEOUT_MS) }, resolve).on('error', reject);
  });
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) {
    body += chunk as string;
    if (body.length > MAX_CHARACTERS) throw new Error('the key set is too long');
  }
  const { etag, 'cache-control': cacheControl } = response.headers;
  return { status: response.statusCode!, body, etag, cacheControl };
}
