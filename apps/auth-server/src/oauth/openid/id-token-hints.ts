import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@app/kernel';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import type { Settings } from '../../config.js';
import { KeyRing } from '../signing-keys/index.js';

const HintClaims = z
  .object({
    sub: z.string().regex(/^[1-9]\d{0,9}$/),
    aud: z.string(),
    portal_id: z.int(),
    sid: z.string(),
  })
  .transform(({ portal_id: portalId, ...claims }) => ({ ...claims, portalId }));
/** The claims of one of our ID tokens: `sub` is the account, `aud` the client. */
export type HintClaims = z.output<typeof HintClaims>;

/** Reads `id_token_hint` (OpenID Connect Core 3.1.2.1, RP-Initiated Logout 2). */
@Injectable()
export class IdTokenHints {
  constructor(
    private readonly ring: KeyRing,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Checks the signature with any published key, and the issuer; the token may have expired.
   * @returns undefined unless it is one of our ID tokens
   */
  async verify(text: string): Promise<HintClaims | undefined> {
    try {
      const { kid = '', alg } = decodeProtectedHeader(text);
      const key = this.ring.idTokens.find(kid) ?? this.ring.find(kid);
      if (key === undefined || key.alg !== alg) return undefined;
      const { payload } = await jwtVerify(text, createPublicKey(key.pem), {
        algorithms: [key.alg],
        typ: 'JWT',
        issuer: this.settings.AUTH_PUBLIC_URL,
        currentDate: new Date(0),
        clockTolerance: Number.MAX_SAFE_INTEGER,
      });
      return HintClaims.parse(payload);
    } catch {
      return undefined;
    }
  }
}
