import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@app/http';
import { CountsClients, Public } from '@app/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noStore } from '../../edge/errors/index.js';
import { OAuthOperation } from '../../edge/openapi/index.js';
import { Introspection, Revoked, PresentedTokenParameters } from './revoke.schema.js';
import { RevokeService } from './revoke.service.js';

const form = {
  parameters: PresentedTokenParameters,
  examples: { token: { token: '', client_id: 'acme-app', client_secret: 'acme-app-secret' } },
};
const INVALID_CLIENT = 'The client is unknown or inactive, or its secret is wrong: `invalid_client`.';
const OTHER_CLIENTS_TOKEN = 'Or the token is another client’s: `unauthorized_client`.';

@ApiTags('Tokens')
@Controller('oauth')
@Public()
@CountsClients()
export class RevokeController {
  constructor(private readonly service: RevokeService) {}

  @Post('revoke')
  @OAuthOperation({
    summary: 'Revoke a token',
    description:
      'RFC 7009. Revoking a refresh token also ends everything that came from the same consent or login; revoking an access token ends only that token. An unknown token is not an error.',
    authenticates: true,
    form,
    answer: Revoked,
    refusals: { 400: OTHER_CLIENTS_TOKEN, 401: INVALID_CLIENT },
  })
  async revoke(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Record<string, string>> {
    void reply.headers(noStore);
    await this.service.revoke(request, reply);
    return {}; // some clients parse every answer, and an empty body is not JSON
  }

  @Post('introspect')
  @OAuthOperation({
    summary: 'Introspect a token',
    description:
      'RFC 7662. Describes tokens of the calling client; for all others, and for those that are no longer valid, the answer is just `active: false`.',
    authenticates: true,
    form,
    answer: Introspection,
    refusals: { 401: INVALID_CLIENT },
  })
  introspect(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Introspection> {
    void reply.headers(noStore);
    return this.service.introspect(request, reply);
  }
}
