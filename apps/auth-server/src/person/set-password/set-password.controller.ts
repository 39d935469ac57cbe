import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Parameters } from '../../edge/request/index.js';
import { Form, ForPeople, type Page } from '../../edge/pages/index.js';
import { ForgottenPasswordService } from './forgotten-password.service.js';
import { SetPasswordService } from './set-password.service.js';

@Controller('oauth/password')
@ForPeople()
export class SetPasswordController {
  constructor(
    private readonly forgotten: ForgottenPasswordService,
    private readonly service: SetPasswordService,
  ) {}

  @Get('forgotten')
  showForgotten(): Page {
    return this.forgotten.show();
  }

  @Post('forgotten')
  requestLink(
    @Form('username', 'transaction') form: Parameters,
    @Req() request: FastifyRequest,
  ): Promise<Page> {
    return this.forgotten.requestLink(form, request);
  }

  @Get('set')
  showLink(@Query('token') token?: unknown): Promise<Page> {
    return this.service.showLink(String(token));
  }

  @Post('set')
  setPassword(
    @Form('link', 'password', 'repeated') form: Parameters,
    @Req() request: FastifyRequest,
  ): Promise<Page> {
    return this.service.setPassword(form, request);
  }
}
