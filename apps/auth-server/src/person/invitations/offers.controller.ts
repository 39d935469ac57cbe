import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SignedInForm, ForPeople, PageSession, type PageAnswer } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { LeavePortalService } from './leave-portal.service.js';
import { OfferPages } from './offer-pages.service.js';

/** A person's answers to the accounts that portals create for them: accept, decline, leave. */
@Controller('oauth/account')
@ForPeople()
export class OffersController {
  constructor(
    private readonly pages: OfferPages,
    private readonly leaving: LeavePortalService,
  ) {}

  @Get('offer')
  show(
    @PageSession() session: Session | undefined,
    @Req() request: FastifyRequest,
    @Query('account') account?: unknown,
  ): Promise<PageAnswer> {
    return this.pages.show(session, account, request);
  }

  @Post('offer')
  answer(@SignedInForm('account', 'decision') { form, session }: SignedInForm): Promise<PageAnswer> {
    return this.pages.answer(session, form);
  }

  @Get('welcome')
  welcome(
    @PageSession() session: Session | undefined,
    @Req() request: FastifyRequest,
    @Query('portal') portal?: unknown,
    @Query('transaction') transaction?: unknown,
  ): Promise<PageAnswer> {
    return this.pages.welcome(session, { portal, transaction }, request);
  }

  @Get('leave')
  showLeavePage(
    @PageSession() session: Session | undefined,
    @Req() request: FastifyRequest,
    @Query('account') account?: unknown,
  ): Promise<PageAnswer> {
    return this.leaving.showPage(session, account, request);
  }

  @Post('leave/factor')
  submitCode(
    @SignedInForm('otp') { form, session, request }: SignedInForm,
    @Query('account') account?: unknown,
  ): Promise<PageAnswer> {
    return this.leaving.submitCode(session, form.get('otp') ?? '', account, request);
  }

  @Post('leave')
  closeAccount(@SignedInForm('account') { form, session }: SignedInForm): Promise<PageAnswer> {
    return this.leaving.closeAccount(session, form);
  }
}
