import { z } from 'zod';

const ISSUER = 'https://auth.learning.example';
const texts = z.array(z.string());

const metadataExample = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/oauth/authorize`,
  token_endpoint: `${ISSUER}/oauth/token`,
  revocation_endpoint: `${ISSUER}/oauth/revoke`,
  introspection_endpoint: `${ISSUER}/oauth/introspect`,
  jwks_uri: `${ISSUER}/.well-known/jwks.json`,
  scopes_supported: ['lo.read', 'user.read', 'openid', 'profile', 'email', 'roles', 'offline_access'],
  response_types_supported: ['code', 'token'],
  response_modes_supported: ['query', 'fragment', 'form_post'],
  grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  ui_locales_supported: ['en', 'de', 'fr'],
  subject_types_supported: ['public'],
};

/** RFC 8414 2 */
export const Metadata = z
  .object({
    issuer: z.string().describe('Exactly the `iss` of every token.'),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    introspection_endpoint: z.string(),
    jwks_uri: z.string(),
    scopes_supported: texts,
    response_types_supported: texts,
    response_modes_supported: texts,
    grant_types_supported: texts,
    token_endpoint_auth_methods_supported: texts,
    revocation_endpoint_auth_methods_supported: texts,
    introspection_endpoint_auth_methods_supported: texts,
    code_challenge_methods_supported: texts,
    authorization_response_iss_parameter_supported: z.boolean().describe('RFC 9207'),
    ui_locales_supported: texts,
    subject_types_supported: texts,
  })
  .meta({
    id: 'Metadata',
    example: metadataExample,
  });
export type Metadata = z.output<typeof Metadata>;

/** OpenID Connect Discovery 3 */
export const OpenidMetadata = Metadata.extend({
  userinfo_endpoint: z.string(),
  end_session_endpoint: z.string().describe('OpenID Connect RP-Initiated Logout 2.1'),
  id_token_signing_alg_values_supported: texts,
  claims_supported: texts,
  prompt_values_supported: texts,
  acr_values_supported: texts,
  claims_parameter_supported: z.boolean(),
  request_parameter_supported: z.boolean(),
  request_uri_parameter_supported: z.boolean(),
}).meta({
  id: 'OpenidMetadata',
  example: {
    ...metadataExample,
    userinfo_endpoint: `${ISSUER}/oauth/userinfo`,
    end_session_endpoint: `${ISSUER}/oauth/logout`,
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'name', 'email'],
    prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
    acr_values_supported: ['1fa', '2fa'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  },
});
export type OpenidMetadata = z.output<typeof OpenidMetadata>;
