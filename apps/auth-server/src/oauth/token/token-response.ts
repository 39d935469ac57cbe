import { ACCESS_TOKEN_SECONDS } from '@app/contracts';
import { z } from 'zod';
import type { IssuedAccessToken } from './token-issuer.js';

/** The answer of the token endpoint (specification, Token response; contract 3.2). */
export const TokenResponse = z
  .object({
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds.'),
    access_token: z.string().describe('A JWT (RFC 9068).'),
    refresh_token: z
      .string()
      .optional()
      .describe('Works for one exchange, within 90 days; only with some grants.'),
    id_token: z
      .string()
      .optional()
      .describe('With the scope `openid`: a JWT about the login (OpenID Connect Core 2).'),
    scope: z.string().optional().describe('Present if it differs from what was requested (RFC 6749 5.1).'),
  })
  .meta({
    id: 'TokenResponse',
    example: {
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIxMiJ9.c2lnbmF0dXJl',
      refresh_token: 'rt_20260131_abcdefghijklmnopqrstuvwxyzABCDEF',
      scope: 'lo.read user.read',
    },
  });
export type TokenResponse = z.output<typeof TokenResponse>;

export function tokenResponse(
  issued: IssuedAccessToken,
  requested: readonly string[] | undefined,
  { refreshToken, idToken }: { refreshToken?: string | undefined; idToken?: string | undefined } = {},
): TokenResponse {
  const scope = issued.scopes.join(' ');
  return {
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    access_token: issued.accessToken,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(idToken === undefined ? {} : { id_token: idToken }),
    ...(requested?.join(' ') === scope ? {} : { scope }),
  };
}
