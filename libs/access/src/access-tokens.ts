import { Inject, Injectable } from '@nestjs/common';
import { AccessTokenClaims } from '@app/contracts';
import { maxEntries, type Clock, CLOCK, copyString, SETTINGS } from '@app/kernel';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { createPublicKey } from 'node:crypto';
import { AUDIENCE, type AccessSettings } from './access.settings.js';
import { Actor } from './actor.js';
import { KEY_SOURCE, type KeySource } from './keys/key-source.js';
import { RevocationReader } from './revocation/revocation-reader.js';
import { isCanonical, isWithinLifetime, type VerifiedToken } from './token-verifier.js';

/** Checks access tokens that were not sent in the Authorization header. */
@Injectable()
export class AccessTokens {
  /** Tokens with a verified signature and its key: verifying takes most of the time of a check. */
  readonly #verified = new LRUCache<string, { token: VerifiedToken; pem: string }>(maxEntries(20_000));

  constructor(
    @Inject(KEY_SOURCE) private readonly keys: KeySource,
    @Inject(SETTINGS) private readonly settings: AccessSettings,
    @Inject(AUDIENCE) private readonly audience: string,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly revocations: RevocationReader,
  ) {}

  /** The subject of a valid token (RFC 9068 section 4); undefined for anything else. */
  async findActor(token: string): Promise<Actor | undefined> {
    const verified = await this.find(token);
    if (!verified || !isWithinLifetime(verified.claims, this.clock.now())) return undefined;
    return this.revocations.set.covers(verified.claims, verified.kid)
      ? undefined
      : new Actor(verified.claims);
  }

  /** One of our tokens in its canonical encoding, even if expired; undefined for anything else. */
  async find(token: string): Promise<VerifiedToken | undefined> {
    const cached = this.#verified.get(token);
    try {
      // the key may have been revoked since
      if (cached && (await this.keys.find(cached.token.kid))?.pem === cached.pem) return cached.token;
      return await this.#verify(token);
    } catch {
      return undefined;
    }
  }

  async #verify(token: string): Promise<VerifiedToken | undefined> {
    if (!isCanonical(token)) return undefined;
    const { kid, alg } = decodeProtectedHeader(token);
    const key = kid === undefined || kid.length > 100 ? undefined : await this.keys.find(kid);
    if (!kid || !key || key.alg !== alg) return undefined;
    const { payload } = await jwtVerify(token, createPublicKey(key.pem), {
      algorithms: [key.alg],
      typ: 'at+jwt',
      issuer: this.settings.AUTH_PUBLIC_URL,
      audience: this.audience,
      currentDate: new Date(0), // the caller decides whether it is still valid
      clockTolerance: Number.MAX_SAFE_INTEGER,
    });
    const verified = { claims: AccessTokenClaims.parse(payload), kid };
    this.#verified.set(copyString(token), { token: verified, pem: key.pem });
    return verified;
  }
}
