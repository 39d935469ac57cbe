import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  Form,
  SignedInForm,
  ForPeople,
  PageSession,
  type Page,
  type PageAnswer,
} from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { FreshLogin, FreshPageController } from '../../sign-in/fresh-login/index.js';
import { AddressChangeService, addressPage } from './address-change.service.js';
import { AddressLinkService } from './address-link.service.js';
import { AddressUndoService } from './address-undo.service.js';

@Controller('oauth/account/address')
@ForPeople()
export class AddressController extends FreshPageController {
  constructor(
    freshLogin: FreshLogin,
    private readonly changes: AddressChangeService,
    private readonly links: AddressLinkService,
    private readonly undoing: AddressUndoService,
  ) {
    super(freshLogin, addressPage);
  }

  @Get()
  show(@PageSession() session: Session | undefined, @Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.changes.show(session, request);
  }

  @Post()
  requestChange(@SignedInForm('email') { form, session }: SignedInForm): Promise<PageAnswer> {
    return this.changes.requestChange(session, form.get('email') ?? '');
  }

  @Post('cancel')
  cancel(@SignedInForm() { session }: SignedInForm): Promise<PageAnswer> {
    return this.changes.cancel(session);
  }

  @Get('confirm')
  showLink(@PageSession() session: Session | undefined, @Query('token') token?: unknown): Promise<Page> {
    return this.links.show(session, String(token));
  }

  @Post('confirm')
  confirm(@SignedInForm('link') { form, session }: SignedInForm): Promise<Page> {
    return this.links.confirm(session, form.get('link') ?? '');
  }

  @Get('undo')
  showUndo(@Query('token') token?: unknown): Promise<Page> {
    return this.undoing.show(String(token));
  }

  @Post('undo')
  undo(
    @Form('link', 'password', 'repeated') form: Parameters,
    @Req() request: FastifyRequest,
  ): Promise<Page> {
    return this.undoing.undo(form, request);
  }
}
