import { z } from 'zod';

/** The person for whom a token acts, according to its claims. */
export const TokenUser = z
  .object({ id: z.int(), email: z.string(), first_name: z.string(), last_name: z.string() })
  .meta({ id: 'TokenUser' });

/** Claims of an access token (RFC 9068 and contract 3.19). */
export const AccessTokenClaims = z.looseObject({
  iss: z.string(),
  aud: z.array(z.string()),
  client_id: z.string(),
  sub: z.string().describe('Account id as a string; the client_id for an application outside any portal.'),
  iat: z.int().describe('30 seconds before it was issued, as `nbf`.'),
  nbf: z.int(),
  exp: z.int(),
  /** `<yyyymmdd>_<random>`: the day is the partition of the token's row. */
  jti: z.string(),
  sid: z
    .string()
    .describe('The grant family: everything that a replay or the revocation of a refresh token ends.'),
  /** Number from one Postgres sequence; revocations name "every seq up to". */
  seq: z.int().describe('Grows from token to token.'),
  scope: z.string().describe('Separated by spaces (RFC 9068).'),
  scopes: z.array(z.string()).describe('The same, as a list.'),
  portal_id: z.int().optional(),
  portal_name: z.string().optional(),
  roles: z.array(z.string()).optional(),
  user: TokenUser.optional(),
});
export type AccessTokenClaims = z.output<typeof AccessTokenClaims>;

/** The claims of a token, for the examples of the OpenAPI document. */
export const claimsExample = {
  iss: 'https://auth.learning.example',
  aud: ['https://api.learning.example', 'https://auth.learning.example'],
  client_id: 'acme-app',
  sub: '12',
  iat: 1769840923,
  nbf: 1769840923,
  exp: 1769884153,
  jti: '20260131_abcdefghijklmnopqrstuvwxyzABCDEF',
  sid: 'fam_20260131_abcdefghijklmnopqrstuvwxyzABCDEF',
  seq: 4711,
  scope: 'lo.read user.read',
  scopes: ['lo.read', 'user.read'],
  portal_id: 1,
  portal_name: 'acme.learning.localhost',
  roles: ['Administrator'],
  user: { id: 12, email: 'ana.silva@acme.example', first_name: 'Ana', last_name: 'Silva' },
};

/** 12 hours. */
export const ACCESS_TOKEN_SECONDS = 43_200;

/** Seconds after which no token issued now is accepted any more, allowing for clock skew. */
export const MAX_TOKEN_SECONDS = ACCESS_TOKEN_SECONDS + 120;

/** When the last token issued until `now` expires; its revocation is kept until then. */
export const latestTokenExpiry = (now: Date): Date => new Date(now.getTime() + MAX_TOKEN_SECONDS * 1000);
/** 90 days. */
export const REFRESH_TOKEN_SECONDS = 90 * 86_400;
