import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Parameters } from '../request/index.js';
import {
  badForm,
  Form,
  FormSession,
  ForPeople,
  PageSession,
  type Page,
  type PageAnswer,
} from '../pages/index.js';
import type { Session } from '../sessions/index.js';
import { AccountService } from './account.service.js';

@Controller('oauth')
@ForPeople()
export class AccountController {
  constructor(private readonly service: AccountService) {}

  @Get('account')
  show(@PageSession() session: Session | undefined, @Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.show(session, request);
  }

  /** The password, for who came by a login link. */
  @Get('account/confirm')
  confirm(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.confirm(request);
  }

  @Get('account/second-factor')
  showFactor(
    @PageSession() session: Session | undefined,
    @Req() request: FastifyRequest,
    @Query('transaction') transaction?: unknown,
  ): Promise<PageAnswer> {
    return this.service.showFactor(session, request, String(transaction));
  }

  @Post('account/remove-application')
  removeApplication(
    @Form('client_id', 'account') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.service.removeApplication(session, form, request);
  }

  @Post('account/end-session')
  endSession(
    @Form('session') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.service.endSession(session, form, request);
  }

  @Post('sign-out')
  signOut(
    @Form() _: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<Page> {
    return this.service.signOut(session, request);
  }

  /** A link or an image must not sign anybody out. */
  @Get('sign-out')
  refuseSignOut(): never {
    throw badForm();
  }
}
