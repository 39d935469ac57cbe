import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@app/http';
import { Access, CurrentActor, type Actor } from '@app/access';
import { AccessTokenClaims, claimsExample } from '@app/contracts';
import { z } from 'zod';
import { OAuthOperation } from '../../edge/openapi/index.js';

const Validation = AccessTokenClaims.extend({
  active: z.literal(true),
  portal: z.object({ id: z.int(), name: z.string() }).meta({ id: 'TokenPortal' }).optional(),
}).meta({
  id: 'Validation',
  example: { active: true, ...claimsExample, portal: { id: 1, name: claimsExample.portal_name } },
});
type Validation = z.output<typeof Validation>;

/** GET /oauth/validate: whether a token is valid and not revoked, and its claims (specification, contract 3.24). */
@ApiTags('Tokens')
@Controller('oauth/validate')
export class ValidateController {
  @Get()
  @OAuthOperation({
    summary: 'Check the token of this request',
    description: 'For debugging, and for resource servers that do not validate offline.',
    bearer: true,
    answer: Validation,
    refusals: { 401: 'The token is missing, malformed, expired or revoked: `invalid_token`.' },
  })
  @Access({ portal: 'optional' })
  @Header('cache-control', 'no-store')
  @Header('pragma', 'no-cache')
  validate(@CurrentActor() { claims }: Actor): Validation {
    const { portal_id: id, portal_name: name } = claims;
    return { active: true, ...claims, ...(id === undefined ? {} : { portal: { id, name: name! } }) };
  }
}
