import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@app/http';
import { Public } from '@app/access';
import type { FastifyRequest } from 'fastify';
import { PageOperation } from '../../edge/openapi/index.js';
import { AnswersPage, type PageAnswer } from '../../edge/pages/index.js';
import { AuthorizationStart } from './authorization-start.js';
import { AuthorizeQuery } from './raw-request.js';

/** GET /oauth/authorize (specification). */
@ApiTags('Authorization')
@Controller('oauth/authorize')
@Public()
@AnswersPage()
export class AuthorizeController {
  constructor(private readonly service: AuthorizationStart) {}

  @Get()
  @PageOperation({
    summary: 'Ask a person for authorization',
    description:
      'Send a browser to this address; it is not meant to be called by programs and does not answer other origins. After sign-in, the choice of a portal and consent, the browser is sent back to `redirect_uri` with `code` (or, with the implicit grant, `access_token` and `token` in the fragment), `state` and `iss`; or with `error` and `error_description`. A form posted to this address is answered by a redirect to it (303).',
    query: AuthorizeQuery,
    page: 'A page: sign-in, choice of a portal, or consent.',
    redirect: 'Back to `redirect_uri`, or on to the first page.',
    refusals: {
      400: 'A page: the client or redirect_uri is unknown or they do not match, so nothing is sent back.',
    },
  })
  begin(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.begin(request);
  }
}
