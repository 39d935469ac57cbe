import { grantTypes, type GrantType } from '@app/contracts';
import { z } from 'zod';
import { InvalidRequest, UnsupportedGrantType } from '../../edge/errors/index.js';
import { MAX_PASSWORD_BYTES } from '@app/credentials';
import { clientParameters } from '../../applications/clients/index.js';
import { isCodeVerifier } from './pkce.js';
import type { Parameters } from '../../edge/request/index.js';

/** Every parameter that the token endpoint knows; others are ignored (RFC 6749 3.2). */
export const TokenForm = z.object({
  grant_type: z.enum(grantTypes),
  ...clientParameters,
  code: z.string().optional().describe('authorization_code: the code; it works once, within 60 seconds.'),
  redirect_uri: z.string().optional().describe('authorization_code: the URI that the code was sent to.'),
  code_verifier: z
    .string()
    .optional()
    .describe(
      'authorization_code: what the code_challenge was made from (RFC 7636); required if there was one.',
    ),
  refresh_token: z
    .string()
    .optional()
    .describe('refresh_token: it works once; the answer contains its successor.'),
  jwt: z.string().optional().describe('service_jwt: the signed assertion (RFC 7523).'),
  portal_name: z
    .string()
    .optional()
    .describe(
      'password and service_jwt: host name of the portal; for applications that belong to no portal.',
    ),
  username: z.string().optional().describe('password: e-mail address of an administrator of the portal.'),
  password: z.string().optional().describe('password'),
  otp: z
    .string()
    .optional()
    .describe('password: a code of the second factor, or a recovery code; for people who have set one up.'),
  scope: z
    .string()
    .optional()
    .describe(
      'Separated by spaces; by default everything that the client may have. Not with authorization_code.',
    ),
});
export const tokenParameters: ReadonlySet<string> = new Set(Object.keys(TokenForm.shape));

/** Parameters that belong to some grants only; with another grant they are refused (specification, POST /oauth/token). */
const reserved: Record<string, readonly GrantType[]> = {
  code: ['authorization_code'],
  refresh_token: ['refresh_token'],
  jwt: ['service_jwt'],
  portal_name: ['password', 'service_jwt'],
};

const required = (name: string) => z.string({ error: `The parameter ${name} is missing.` }).min(1);
const scope = z.string().optional();

const AuthorizationCodeRequest = z.object({
  grant_type: z.literal('authorization_code'),
  code: required('code'),
  redirect_uri: required('redirect_uri'),
  code_verifier: z
    .string()
    .refine(isCodeVerifier, 'The code_verifier must be 43 to 128 unreserved characters (RFC 7636 4.1).')
    .optional(),
});
const ClientCredentialsRequest = z.object({ grant_type: z.literal('client_credentials'), scope });
const PasswordRequest = z.object({
  grant_type: z.literal('password'),
  username: required('username'),
  password: required('password').refine(
    (text) => Buffer.byteLength(text) <= MAX_PASSWORD_BYTES,
    `The password must have at most ${MAX_PASSWORD_BYTES} bytes.`,
  ),
  portal_name: z.string().optional(),
  otp: z.string().optional(),
  scope,
});
const RefreshTokenRequest = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: required('refresh_token'),
  scope,
});
const ServiceJwtRequest = z.object({
  grant_type: z.literal('service_jwt'),
  jwt: required('jwt'),
  portal_name: z.string().optional(),
  scope,
});

const TokenRequest = z.discriminatedUnion('grant_type', [
  AuthorizationCodeRequest,
  ClientCredentialsRequest,
  PasswordRequest,
  RefreshTokenRequest,
  ServiceJwtRequest,
]);
export type TokenRequest = z.output<typeof TokenRequest>;
export type RequestOf<G extends GrantType> = Extract<TokenRequest, { grant_type: G }>;

const isGrantType = (text: string): text is GrantType => (grantTypes as readonly string[]).includes(text);

/**
 * Parses the parameters of one grant.
 * @throws InvalidRequest when a parameter is missing, malformed, or belongs to another grant.
 * @throws UnsupportedGrantType
 */
export function parseTokenRequest(parameters: Parameters): TokenRequest {
  const grantType = parameters.get('grant_type');
  if (!grantType) throw InvalidRequest.missing('grant_type');
  if (!isGrantType(grantType)) {
    throw new UnsupportedGrantType('This grant_type is not supported.', {
      hint: `Known are ${grantTypes.join(', ')}.`,
    });
  }
  for (const [name, grants] of Object.entries(reserved)) {
    if (parameters.has(name) && !grants.includes(grantType)) {
      throw new InvalidRequest(`The parameter ${name} must not be sent with this grant_type.`);
    }
  }
  const result = TokenRequest.safeParse(Object.fromEntries(parameters));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? 'grant_type');
  if (issue?.code === 'too_small') throw InvalidRequest.missing(name);
  throw new InvalidRequest(issue?.message ?? 'The request is malformed.', { hint: `Check ${name}.` });
}
