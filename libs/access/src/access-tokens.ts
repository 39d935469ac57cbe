import { Inject, Injectable } from '@nestjs/common';
import { AccessTokenClaims } from '@app/contracts';
import { CLOCK, type Clock } from '@app/kernel';
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { ACCESS_SETTINGS, type AccessSettings } from './access.settings.js';
import { Actor } from './actor.js';
import { KEY_SOURCE, type KeySource } from './keys/key-source.js';
import { RevocationReader } from './revocation/revocation-reader.js';
import { isTimely } from './token-verifier.js';

/** Checks access tokens that came elsewhere than in the Authorization header. */
@Injectable()
export class AccessTokens {
  constructor(
    @Inject(KEY_SOURCE) private readonly keys: KeySource,
    @Inject(ACCESS_SETTINGS) private readonly settings: AccessSettings,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly revocations: RevocationReader,
  ) {}

  /** The subject of a good token (RFC 9068 section 4); undefined for anything else. */
  async actorOf(token: string): Promise<Actor | undefined> {
    try {
      const { kid, alg } = decodeProtectedHeader(token);
      const key = kid === undefined || kid.length > 100 ? undefined : await this.keys.find(kid);
      if (!kid || !key || key.alg !== alg) return undefined;
      const { payload } = await jwtVerify(token, await importSPKI(key.pem, key.alg), {
        algorithms: [key.alg],
        typ: 'at+jwt',
        issuer: this.settings.issuer,
        audience: this.settings.audience,
        currentDate: this.clock.now(),
        clockTolerance: 60, // the exact bounds are checked below
      });
      const claims = AccessTokenClaims.parse(payload);
      const isGood = isTimely(claims, this.clock.now()) && !this.revocations.set.covers(claims, kid);
      return isGood ? new Actor(claims) : undefined;
    } catch {
      return undefined;
    }
  }
}
