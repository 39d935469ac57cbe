import { AccessTokenClaims, claimsExample } from '@app/contracts';
import { z } from 'zod';
import { clientParameters } from '../../applications/clients/index.js';

/** Parameters of revocation (RFC 7009 2.1) and introspection (RFC 7662 2.1). */
export const PresentedTokenParameters = z.object({
  token: z.string().describe('An access token or a refresh token.'),
  token_type_hint: z.string().optional().describe('Not needed; the kind of token is recognised.'),
  ...clientParameters,
});

/** RFC 7662 2.2 */
export const Introspection = AccessTokenClaims.partial()
  .extend({
    active: z.boolean(),
    token_type: z.literal('Bearer').optional().describe('Of an access token.'),
    username: z.string().optional().describe('E-mail address of the person, if there is one.'),
  })
  .meta({
    id: 'Introspection',
    example: { active: true, token_type: 'Bearer', username: 'ana.silva@acme.example', ...claimsExample },
  });

/** RFC 7009 2.2: an empty answer. */
export const Revoked = z
  .record(z.string(), z.string())
  .meta({ id: 'Revoked', description: 'Always empty.', example: {} });
export type Introspection = z.output<typeof Introspection>;
