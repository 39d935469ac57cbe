import { createRemoteJWKSet, jwtVerify } from 'jose';

/** Kept at a time; the benchmark has one. */
const MAX_KEPT = 10_000;

/**
 * The checks that a hand-written server has to make of an access token: its signature, algorithm, issuer, audience and
 * times. A token is verified once and then remembered until it expires, as our guard does. Neither its scopes nor
 * whether it was revoked are looked at.
 */
export class KnownTokens {
  readonly #expiries = new Map<string, number>();
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;

  /** @param keySet URL */
  constructor(
    keySet: string,
    private readonly expected: { issuer: string; audience: string },
  ) {
    this.#keys = createRemoteJWKSet(new URL(keySet));
  }

  /** Whether the token of this Authorization header is known and has not expired. */
  has(authorization: string): boolean {
    const expiry = this.#expiries.get(authorization);
    return expiry !== undefined && Date.now() < expiry;
  }

  /** Verifies and remembers it. @throws Error when it is not valid */
  async add(authorization: string): Promise<void> {
    const token = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
    const { payload } = await jwtVerify(token, this.#keys, {
      ...this.expected,
      algorithms: ['ES256'],
      requiredClaims: ['exp'],
    });
    if (this.#expiries.size >= MAX_KEPT) this.#expiries.clear();
    this.#expiries.set(authorization, payload.exp! * 1000);
  }
}
