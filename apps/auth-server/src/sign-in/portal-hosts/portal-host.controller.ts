import { Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Parameters } from '../../edge/request/index.js';
import { Form, ForPeople, PageSession, type PageAnswer } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { PortalHostService } from './portal-host.service.js';

@Controller('oauth/portal')
@ForPeople()
export class PortalHostController {
  constructor(private readonly service: PortalHostService) {}

  @Post('login')
  useLink(
    @Form('one_time_token', 'otp') form: Parameters,
    @PageSession() session: Session | undefined,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.service.useLink(form, session, request);
  }
}
