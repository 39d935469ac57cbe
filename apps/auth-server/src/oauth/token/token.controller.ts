import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@app/http';
import { CountsClients, Public } from '@app/access';
import type { GrantType } from '@app/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noStore } from '../../edge/errors/index.js';
import { OAuthOperation } from '../../edge/openapi/index.js';
import { TokenForm } from './token-request.schema.js';
import { TokenResponse } from './token-response.js';
import { TokenService } from './token.service.js';

/** A sample request for each grant, with the clients of the demo. */
const grantExamples = {
  client_credentials: {
    grant_type: 'client_credentials',
    client_id: 'acme-app',
    client_secret: 'acme-app-secret',
  },
  authorization_code: {
    grant_type: 'authorization_code',
    client_id: 'acme-app',
    client_secret: 'acme-app-secret',
    code: 'code_20260131_...',
    redirect_uri: 'http://localhost:5000/callback',
  },
  refresh_token: {
    grant_type: 'refresh_token',
    client_id: 'acme-app',
    client_secret: 'acme-app-secret',
    refresh_token: 'rt_20260131_...',
  },
  password: {
    grant_type: 'password',
    client_id: 'partner-app',
    client_secret: 'partner-app-secret',
    portal_name: 'acme.learning.localhost',
    username: 'admin@acme.example',
    password: 'Demo-pass-1234',
  },
  service_jwt: {
    grant_type: 'service_jwt',
    client_id: 'partner-app',
    client_secret: 'partner-app-secret',
    portal_name: 'acme.learning.localhost',
    jwt: 'eyJ...',
  },
} satisfies Record<GrantType, Record<string, string>>;

/** POST /oauth/token (specification; RFC 6749 3.2). */
@ApiTags('Tokens')
@Controller('oauth/token')
@Public()
@CountsClients()
export class TokenController {
  constructor(private readonly service: TokenService) {}

  @Post()
  @OAuthOperation({
    summary: 'Obtain an access token',
    description:
      'All grants except implicit. Each parameter names its grants; one that belongs to another grant is refused.',
    authenticates: true,
    form: { parameters: TokenForm, examples: grantExamples },
    answer: TokenResponse,
    refusals: {
      400: 'Or what was sent is wrong, already used or expired: `invalid_grant`; or the client may not do this: `unauthorized_client`, `unsupported_grant_type`, `invalid_scope`.',
      401: 'The client is unknown or inactive, or its secret is wrong: `invalid_client`.',
    },
  })
  async token(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenResponse> {
    void reply.headers(noStore);
    return this.service.exchange(request, reply);
  }
}
