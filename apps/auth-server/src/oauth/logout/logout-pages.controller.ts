import { Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SignedInForm, ForPeople, Redirect, type PageAnswer } from '../../edge/pages/index.js';
import { bodyParameters } from '../../edge/request/index.js';
import { logoutParameters } from './logout.schema.js';
import { LogoutService } from './logout.service.js';

/** Logout forms, posted by applications and by the confirmation page. */
@Controller('oauth/logout')
@ForPeople()
export class LogoutPagesController {
  constructor(private readonly service: LogoutService) {}

  /** A POST from another site carries none of our cookies, which are SameSite=Lax; the GET after the redirect does. */
  @Post()
  post(@Req() request: FastifyRequest): Redirect {
    const query = new URLSearchParams([...bodyParameters(request, logoutParameters)]);
    return new Redirect(`/oauth/logout?${query.toString()}`);
  }

  @Post('confirm')
  confirm(
    @SignedInForm('id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state') {
      form,
      session,
      request,
    }: SignedInForm,
  ): Promise<PageAnswer> {
    return this.service.confirm(form, session, request);
  }
}
