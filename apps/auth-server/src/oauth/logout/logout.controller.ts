import { Controller, Get, Req } from '@nestjs/common';
import { Public } from '@app/access';
import { ApiTags } from '@app/http';
import type { FastifyRequest } from 'fastify';
import { PageOperation } from '../../edge/openapi/index.js';
import { AnswersPage, PageSession, type PageAnswer } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { LogoutQuery } from './logout.schema.js';
import { LogoutService } from './logout.service.js';

/** The end_session_endpoint (OpenID Connect RP-Initiated Logout 1.0; contract 3.61). */
@ApiTags('Authorization')
@Controller('oauth/logout')
@Public()
@AnswersPage()
export class LogoutController {
  constructor(private readonly service: LogoutService) {}

  @Get()
  @PageOperation({
    summary: 'Sign a person out',
    description:
      'Send a browser to this address; it is not meant to be called by programs and does not answer other origins. With an ID token of the session that is signed in and a registered address, the session ends and the browser is redirected immediately; otherwise a page asks for confirmation. Tokens and connected applications stay: revoke what you no longer need. A form posted to this address is answered by a redirect to it (303).',
    query: LogoutQuery,
    page: 'A page: it asks whether to sign out, or says that no person is signed in.',
    redirect: 'Back to `post_logout_redirect_uri`, with `state`.',
    refusals: { 400: 'A page: the client is unknown or has not registered the address, so nothing ends.' },
  })
  begin(@PageSession() session: Session | undefined, @Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.begin(session, request);
  }
}
