import { accessTokenSeconds, type Scope } from '@app/contracts';
import type { Issued } from './token-issuer.js';

/** The answer of the token endpoint (specification, Token response). */
export interface TokenResponse {
  token_type: 'Bearer';
  expires_in: number;
  access_token: string;
  refresh_token?: string;
  /** Stated when it differs from what was asked (RFC 6749 5.1). */
  scope?: string;
}

export function tokenResponse(
  issued: Issued,
  asked: readonly Scope[] | undefined,
  refreshToken?: string,
): TokenResponse {
  const scope = issued.scopes.join(' ');
  return {
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    access_token: issued.accessToken,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(asked?.join(' ') === scope ? {} : { scope }),
  };
}
