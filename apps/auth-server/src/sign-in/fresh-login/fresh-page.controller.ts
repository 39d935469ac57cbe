import { Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Form, FormSession, type PageAnswer } from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import type { Session } from '../../edge/sessions/index.js';
import type { FreshLogin, FreshPage } from './fresh-login.js';

/** All pages that require a fresh login share one address for posting the second factor's code. */
export abstract class FreshPageController {
  protected constructor(
    private readonly freshLogin: FreshLogin,
    private readonly page: FreshPage,
  ) {}

  @Post('factor')
  submitCode(
    @Form('otp') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.freshLogin.submitCode(session, form.get('otp') ?? '', this.page, request);
  }
}
