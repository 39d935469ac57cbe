import { Controller, Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SignedInForm, ForPeople, PageSession, type PageAnswer } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { FreshLogin, FreshPageController } from '../../sign-in/fresh-login/index.js';
import { namePage, NameService } from './name.service.js';

@Controller('oauth/account/name')
@ForPeople()
export class NameController extends FreshPageController {
  constructor(
    freshLogin: FreshLogin,
    private readonly names: NameService,
  ) {
    super(freshLogin, namePage);
  }

  @Get()
  show(@PageSession() session: Session | undefined, @Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.names.show(session, request);
  }

  @Post()
  change(@SignedInForm('first_name', 'last_name') { form, session }: SignedInForm): Promise<PageAnswer> {
    return this.names.change(session, form);
  }
}
