import { Controller, Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Form, FormSession, ForPeople, PageSession, type PageAnswer } from '../pages/index.js';
import type { Parameters } from '../request/index.js';
import type { Session } from '../sessions/index.js';
import { MergingService } from './merging.service.js';

@Controller('oauth/account/merge')
@ForPeople()
export class MergingController {
  constructor(private readonly service: MergingService) {}

  @Get()
  show(@PageSession() session: Session | undefined, @Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.show(session, request);
  }

  @Post('factor')
  giveCode(
    @Form('otp') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.service.giveCode(session, form.get('otp') ?? '', request);
  }

  @Post()
  signInToOther(
    @Form('username', 'password') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    const given = { username: form.get('username') ?? '', password: form.get('password') ?? '' };
    return this.service.signInToOther(session, given, request);
  }

  @Post('other-factor')
  giveOthersCode(
    @Form('otp') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.service.giveOthersCode(session, form.get('otp') ?? '', request);
  }

  @Post('confirm')
  merge(
    @Form('other') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.service.merge(session, form.get('other') ?? '', request);
  }

  @Post('cancel')
  cancel(@Form() _: Parameters, @FormSession() session: Session): Promise<PageAnswer> {
    return this.service.cancel(session);
  }
}
