import { Injectable } from '@nestjs/common';
import { RevocationReader } from '@app/access';
import { AccessTokenClaims } from '@app/contracts';
import { CLOCK, unixSeconds, type Clock } from '@app/kernel';
import { Inject } from '@nestjs/common';
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { SETTINGS, type Settings } from '../config.js';
import { KeyRing } from '../public-key/index.js';
import { FamilyQueries, type RefreshTokenRow } from '../token/index.js';

/** A token of ours that somebody asks about, whichever kind it is. */
export type KnownToken =
  | { kind: 'access_token'; claims: AccessTokenClaims; isLive: boolean }
  | { kind: 'refresh_token'; token: RefreshTokenRow; isLive: boolean };

/** Recognises tokens of ours, dead ones included; hints are not needed (RFC 7009 2.1, RFC 7662 2.1). */
@Injectable()
export class PresentedToken {
  constructor(
    private readonly families: FamilyQueries,
    private readonly ring: KeyRing,
    private readonly revocations: RevocationReader,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns undefined for anything that we did not issue. */
  async find(text: string): Promise<KnownToken | undefined> {
    const token = await this.families.find(text);
    if (token) {
      const isLive =
        token.usedAtMs === null && token.familyEndedAt === null && token.expiresAt > this.clock.now();
      return { kind: 'refresh_token', token, isLive };
    }
    return this.#accessToken(text);
  }

  async #accessToken(text: string): Promise<KnownToken | undefined> {
    try {
      const { kid } = decodeProtectedHeader(text);
      const key = kid === undefined ? undefined : this.ring.find(kid);
      if (!key) return undefined;
      const { payload } = await jwtVerify(text, await importSPKI(key.pem, key.alg), {
        algorithms: [key.alg],
        typ: 'at+jwt',
        issuer: this.settings.AUTH_PUBLIC_URL,
        currentDate: new Date(0), // a dead token of ours is still ours; life is judged below
        clockTolerance: Number.MAX_SAFE_INTEGER,
      });
      const claims = AccessTokenClaims.parse(payload);
      const isLive =
        claims.exp > unixSeconds(this.clock.now()) && !this.revocations.set.covers(claims, key.kid);
      return { kind: 'access_token', claims, isLive };
    } catch {
      return undefined;
    }
  }
}
