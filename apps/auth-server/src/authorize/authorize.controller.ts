import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '@app/access';
import type { FastifyRequest } from 'fastify';
import { PageOperation } from '../openapi/index.js';
import { AnswersPage, type PageAnswer } from '../pages/index.js';
import { AuthorizeService } from './authorize.service.js';
import { AuthorizeQuery } from './raw-request.js';

/** GET /oauth/authorize (specification). */
@ApiTags('Authorization')
@Controller('oauth/authorize')
@Public()
@AnswersPage()
export class AuthorizeController {
  constructor(private readonly service: AuthorizeService) {}

  @Get()
  @PageOperation({
    summary: 'Ask a person for authorization',
    description:
      'The address to send a browser to, not to be called by programs: it answers no other origin. After login, choice of the portal and consent the browser comes back to `redirect_uri` with `code` (or, with the implicit grant, `access_token` and `token` in the fragment), `state` and `iss`; or with `error` and `error_description`.',
    query: AuthorizeQuery,
    refusals: {
      400: 'A page: the client or redirect_uri is unknown or does not fit, so nothing is sent back.',
    },
  })
  begin(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.begin(request);
  }
}
