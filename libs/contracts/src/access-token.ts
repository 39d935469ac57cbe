import { z } from 'zod';

/** The person a token acts for, as far as the token itself says it. */
export const TokenUser = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});

/** Claims of an access token (RFC 9068 and wire contract section 3). */
export const AccessTokenClaims = z.looseObject({
  iss: z.string(),
  aud: z.array(z.string()),
  client_id: z.string(),
  /** Account id as a string; the client_id for an application outside any portal. */
  sub: z.string(),
  iat: z.int(),
  nbf: z.int(),
  exp: z.int(),
  /** `<yyyymmdd>_<random>`: the day is the partition of the token's row. */
  jti: z.string(),
  /** Grant family: what a replay or a revoked refresh token ends. */
  sid: z.string(),
  /** Number from one Postgres sequence; revocations name "every seq up to". */
  seq: z.int(),
  scope: z.string(),
  scopes: z.array(z.string()),
  portal_id: z.int().optional(),
  portal_name: z.string().optional(),
  roles: z.array(z.string()).optional(),
  user: TokenUser.optional(),
});
export type AccessTokenClaims = z.output<typeof AccessTokenClaims>;

/** 12 hours. */
export const accessTokenSeconds = 43_200;
/** 90 days. */
export const refreshTokenSeconds = 90 * 86_400;
