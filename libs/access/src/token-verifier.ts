import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { AccessTokenClaims } from '@app/contracts';
import { CLOCK, unixSeconds, SETTINGS, type Clock } from '@app/kernel';
import { decodeProtectedHeader } from 'jose';
import { Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import { AUDIENCE, type AccessSettings } from './access.settings.js';
import { bearerToken } from './bearer-token.js';
import { KEY_SOURCE, type KeySource } from './keys/key-source.js';

/** Seconds by which clocks may differ (RFC 9068 section 4 leaves this to the server). */
const SKEW_SECONDS = 5;

/** A token whose signature and claims have been verified. */
export interface VerifiedToken {
  claims: AccessTokenClaims;
  kid: string;
}

interface CompleteToken {
  header: { typ?: string; kid?: string };
  payload: unknown;
}

/**
 * Checks an access token as RFC 9068 section 4 requires: typ, key and algorithm, issuer, audience, times. Revocation is
 * checked elsewhere, at every request.
 */
@Injectable()
export class TokenVerifier extends PassportStrategy(Strategy, 'access-token') {
  constructor(
    @Inject(KEY_SOURCE) keys: KeySource,
    @Inject(SETTINGS) settings: AccessSettings,
    @Inject(AUDIENCE) audience: string,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: (request: { raw?: { rawHeaders?: string[] } }) => bearerToken(request) ?? null,
      secretOrKeyProvider: keyProvider(keys),
      algorithms: ['ES256', 'RS256'],
      issuer: settings.AUTH_PUBLIC_URL,
      audience,
      // the times are checked below, by the injected clock
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true, complete: true },
    });
  }

  validate(token: CompleteToken): VerifiedToken | false {
    const claims = AccessTokenClaims.safeParse(token.payload);
    if (token.header.typ !== 'at+jwt' || !token.header.kid || !claims.success) return false;
    if (!isWithinLifetime(claims.data, this.clock.now())) return false;
    return { claims: claims.data, kid: token.header.kid };
  }
}

/** Whether `time` lies between nbf and exp, within the skew. */
export function isWithinLifetime(claims: { exp: number; nbf: number }, time: Date): boolean {
  const now = unixSeconds(time);
  return now < claims.exp + SKEW_SECONDS && now > claims.nbf - SKEW_SECONDS;
}

/**
 * Whether every part is the canonical base64url encoding of its bytes, so that spare bits yield no second token
 * (decision platform 1.6).
 */
export const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

const keyProvider =
  (keys: KeySource): SecretOrKeyProvider =>
  (_request, token: string, done) => {
    const refuse = () => done(new Error('no such key'));
    if (!isCanonical(token)) return refuse();
    let header: ReturnType<typeof decodeProtectedHeader>;
    try {
      header = decodeProtectedHeader(token);
    } catch {
      return refuse();
    }
    if (typeof header.kid !== 'string' || header.kid.length > 100) return refuse();
    keys
      .find(header.kid)
      .then((key) => (key && key.alg === header.alg ? done(null, key.pem) : refuse()))
      .catch(refuse);
  };
