import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { FreshLogin, FreshPageController } from '../../sign-in/fresh-login/index.js';
import { SignedInForm, ForPeople, PageSession, type PageAnswer } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { mergePage } from './merge-decision.js';
import { MergeLink } from './merge-link.service.js';
import { MergeLogins } from './merge-logins.service.js';
import { MergeRequests } from './merge-request.service.js';

@Controller('oauth/account/merge')
@ForPeople()
export class MergingController extends FreshPageController {
  constructor(
    freshLogin: FreshLogin,
    private readonly logins: MergeLogins,
    private readonly requests: MergeRequests,
    private readonly link: MergeLink,
  ) {
    super(freshLogin, mergePage);
  }

  @Get()
  show(@PageSession() session: Session | undefined, @Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.logins.show(session, request);
  }

  @Post()
  signInToOther(
    @SignedInForm('username', 'password') { form, session, request }: SignedInForm,
  ): Promise<PageAnswer> {
    const credentials = { username: form.get('username') ?? '', password: form.get('password') ?? '' };
    return this.logins.signInToOther(session, credentials, request);
  }

  @Post('other-factor')
  submitOthersCode(@SignedInForm('otp') { form, session, request }: SignedInForm): Promise<PageAnswer> {
    return this.logins.submitOthersCode(session, form.get('otp') ?? '', request);
  }

  @Post('ask')
  requestMerge(@SignedInForm('other') { form, session }: SignedInForm): Promise<PageAnswer> {
    return this.requests.requestMerge(session, form.get('other') ?? '');
  }

  @Get('confirm')
  showLink(
    @PageSession() session: Session | undefined,
    @Query('token') token?: unknown,
  ): Promise<PageAnswer> {
    return this.link.show(session, String(token));
  }

  @Post('confirm')
  merge(@SignedInForm('link') { form, session }: SignedInForm): Promise<PageAnswer> {
    return this.link.merge(session, form.get('link') ?? '');
  }

  @Post('cancel')
  cancel(@SignedInForm() { session }: SignedInForm): Promise<PageAnswer> {
    return this.logins.cancel(session);
  }
}
