import { Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@app/http';
import { Access, CurrentActor, type Actor } from '@app/access';
import { OAuthOperation } from '../../edge/openapi/index.js';
import { OpenidClaims } from './openid-claims.js';
import { UserinfoService } from './userinfo.service.js';

const operation = {
  bearer: true,
  answer: OpenidClaims,
  refusals: {
    401: 'The token is missing, malformed, expired or revoked: `invalid_token`. A token in the body does not count.',
    403: 'The token was not granted `openid`, as an application’s own never is: `insufficient_scope`.',
  },
};

/** OpenID Connect Core 5.3.1: both methods, with the token in the Authorization header. */
@ApiTags('Tokens')
@Controller('oauth/userinfo')
@Access({ portal: 'optional' })
export class UserinfoController {
  constructor(private readonly service: UserinfoService) {}

  @Get()
  @OAuthOperation({
    summary: 'Get the claims about the person of this token',
    description:
      'OpenID Connect: the present values of the claims in the ID token. `profile` and `email` add theirs.',
    ...operation,
  })
  @Header('cache-control', 'no-store')
  @Header('pragma', 'no-cache')
  get(@CurrentActor() actor: Actor): Promise<OpenidClaims> {
    return this.service.get(actor);
  }

  @Post()
  @OAuthOperation({ summary: 'The same as GET, for libraries that use POST', ...operation })
  @Header('cache-control', 'no-store')
  @Header('pragma', 'no-cache')
  post(@CurrentActor() actor: Actor): Promise<OpenidClaims> {
    return this.service.get(actor);
  }
}
