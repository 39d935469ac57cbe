import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ForPeople, type PageAnswer } from '../../edge/pages/index.js';
import { SignInService } from './sign-in.service.js';

@Controller('oauth')
@ForPeople()
export class LoginController {
  constructor(private readonly service: SignInService) {}

  @Get('account/continue')
  continueVisit(
    @Req() request: FastifyRequest,
    @Query('transaction') transaction?: unknown,
  ): Promise<PageAnswer> {
    return this.service.continueVisit(request, String(transaction));
  }

  @Post('authorize/login')
  login(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.login(request);
  }

  @Post('authorize/factor')
  secondFactor(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.secondFactor(request);
  }

  @Post('authorize/one-time')
  useLink(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.useLink(request);
  }

  @Post('authorize/another')
  useAnother(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.useAnother(request);
  }
}
