import { Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Form, FormSession, ForPeople, type PageAnswer } from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { LogoutService } from './logout.service.js';

/** The form of the page that asks. */
@Controller('oauth/logout')
@ForPeople()
export class LogoutPagesController {
  constructor(private readonly service: LogoutService) {}

  @Post('confirm')
  confirm(
    @Form('id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.service.confirm(form, session, request);
  }
}
