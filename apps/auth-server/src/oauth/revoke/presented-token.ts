import { Inject, Injectable } from '@nestjs/common';
import { AccessTokens, RevocationReader } from '@app/access';
import type { AccessTokenClaims } from '@app/contracts';
import { CLOCK, unixSeconds, type Clock } from '@app/kernel';
import { FamilyQueries, type RefreshTokenRow } from '../token/index.js';

/** A token of ours that a client presents: an access token or a refresh token. */
export type KnownToken =
  | { kind: 'access_token'; claims: AccessTokenClaims; isLive: boolean }
  | { kind: 'refresh_token'; token: RefreshTokenRow; isLive: boolean };

/** Recognises our tokens, including expired ones; type hints are not needed (RFC 7009 2.1, RFC 7662 2.1). */
@Injectable()
export class PresentedToken {
  constructor(
    private readonly families: FamilyQueries,
    private readonly accessTokens: AccessTokens,
    private readonly revocations: RevocationReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns undefined for anything that we did not issue */
  async find(text: string): Promise<KnownToken | undefined> {
    // a known access token needs no query
    const verified = await this.accessTokens.find(text);
    if (verified) {
      const { claims, kid } = verified;
      const isLive = claims.exp > unixSeconds(this.clock.now()) && !this.revocations.set.covers(claims, kid);
      return { kind: 'access_token', claims, isLive };
    }
    const token = await this.families.find(text);
    if (!token) return undefined;
    const isLive =
      token.usedAtMs === null && token.familyEndedAt === null && token.expiresAt > this.clock.now();
    return { kind: 'refresh_token', token, isLive };
  }
}
