import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import { scopes } from '@app/contracts';
import type { FastifyRequest } from 'fastify';
import { SignedInForm, ForPeople, PageSession, type PageAnswer } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { ApplicationPages } from './application-pages.service.js';
import { ApprovalPages } from './approval-pages.service.js';
import { EntryQuery } from './entry-query.js';

const applicationFields = ['portal', 'client_id'] as const;
const powers = ['acts_for_people', 'for_administrators', 'makes_portals'] as const;

/** The pages on which a portal's administrators manage its applications. */
@Controller('oauth/account/applications')
@ForPeople()
export class ApplicationPagesController {
  constructor(
    private readonly pages: ApplicationPages,
    private readonly approvals: ApprovalPages,
  ) {}

  @Get()
  list(
    @PageSession() session: Session | undefined,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.pages.list(session, EntryQuery.of(query), request);
  }

  @Get('details')
  show(
    @PageSession() session: Session | undefined,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.pages.show(session, EntryQuery.of(query), request);
  }

  @Get('approve')
  showApprovalForm(
    @PageSession() session: Session | undefined,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.approvals.showForm(session, EntryQuery.of(query), request);
  }

  @Post('approve')
  approve(
    @SignedInForm(...applicationFields, ...powers, ...scopes) { form, session, request }: SignedInForm,
  ): Promise<PageAnswer> {
    return this.approvals.approve(session, form, request);
  }

  @Post('withdraw')
  withdraw(
    @SignedInForm(...applicationFields) { form, session, request }: SignedInForm,
  ): Promise<PageAnswer> {
    return this.pages.end(session, form, request, 'withdraw');
  }

  @Post('disconnect')
  disconnect(
    @SignedInForm(...applicationFields) { form, session, request }: SignedInForm,
  ): Promise<PageAnswer> {
    return this.pages.end(session, form, request, 'disconnect');
  }

  @Post('block')
  block(@SignedInForm(...applicationFields) { form, session, request }: SignedInForm): Promise<PageAnswer> {
    return this.pages.end(session, form, request, 'block');
  }

  @Post('unblock')
  unblock(@SignedInForm(...applicationFields) { form, session, request }: SignedInForm): Promise<PageAnswer> {
    return this.pages.end(session, form, request, 'unblock');
  }

  @Post('remove-consent')
  removeConsent(
    @SignedInForm(...applicationFields, 'account') { form, session, request }: SignedInForm,
  ): Promise<PageAnswer> {
    return this.pages.removeConsent(session, form, request);
  }
}
