import { z } from 'zod';

const texts = z.array(z.string());

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
  .meta({ id: 'Metadata' });
export type Metadata = z.output<typeof Metadata>;
