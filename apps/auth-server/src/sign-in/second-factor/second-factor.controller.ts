import { Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Parameters } from '../../edge/request/index.js';
import { Form, FormSession, ForPeople, type PageAnswer } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { SecondFactorService } from './second-factor.service.js';

@Controller('oauth/account/second-factor')
@ForPeople()
export class SecondFactorController {
  constructor(private readonly service: SecondFactorService) {}

  @Post()
  propose(@Form() _: Parameters, @FormSession() session: Session): Promise<PageAnswer> {
    return this.service.propose(session);
  }

  @Post('confirm')
  confirm(
    @Form('otp', 'transaction') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    const submission = { otp: form.get('otp') ?? '', transaction: form.get('transaction') };
    return this.service.confirm(session, submission, request);
  }

  @Post('recovery-codes')
  renewCodes(
    @Form('otp') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.service.renewCodes(session, form.get('otp'), request);
  }

  @Post('remove')
  remove(
    @Form('otp') form: Parameters,
    @FormSession() session: Session,
    @Req() request: FastifyRequest,
  ): Promise<PageAnswer> {
    return this.service.remove(session, form.get('otp'), request);
  }
}
