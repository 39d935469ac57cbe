import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  badForm,
  SignedInForm,
  ForPeople,
  PageSession,
  type Page,
  type PageAnswer,
} from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { AccountPagesService } from './account.service.js';
import { ConnectedApplicationsService } from './connected-applications.service.js';
import { SignOutService } from './sign-out.service.js';
import { FreshLoginPagesService } from './fresh-login-pages.service.js';

@Controller('oauth')
@ForPeople()
export class AccountPagesController {
  constructor(
    private readonly account: AccountPagesService,
    private readonly freshPages: FreshLoginPagesService,
    private readonly applications: ConnectedApplicationsService,
    private readonly signOuts: SignOutService,
  ) {}

  @Get('account')
  show(@PageSession() session: Session | undefined, @Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.account.show(session, request);
  }

  /** Asks for the password after a login by link. */
  @Get('account/confirm')
  confirm(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.freshPages.confirm(request);
  }

  @Get('account/second-factor')
  showFactor(
    @PageSession() session: Session | undefined,
    @Req() request: FastifyRequest,
    @Query('transaction') transaction?: unknown,
  ): Promise<PageAnswer> {
    return this.freshPages.showFactor(session, request, String(transaction));
  }

  @Post('account/remove-application')
  removeApplication(
    @SignedInForm('client_id', 'account') { form, session }: SignedInForm,
  ): Promise<PageAnswer> {
    return this.applications.remove(session, form);
  }

  @Post('account/end-session')
  endSession(@SignedInForm('session') { form, session }: SignedInForm): Promise<PageAnswer> {
    return this.signOuts.endSession(session, form);
  }

  @Post('account/end-other-sessions')
  endOtherSessions(@SignedInForm() { session }: SignedInForm): Promise<PageAnswer> {
    return this.signOuts.endOtherSessions(session);
  }

  @Post('sign-out')
  signOut(@SignedInForm() { session, request }: SignedInForm): Promise<Page> {
    return this.signOuts.signOut(session, request);
  }

  /** GET is refused: a link or an image must not sign the person out. */
  @Get('sign-out')
  refuseSignOut(): never {
    throw badForm();
  }
}
