import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { Public } from '@app/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionService, type SessionAnswer } from './session.service.js';
import { ConsoleSignOut } from './sign-out.service.js';

/** The session in the form that the page reads. */
@Controller('bff')
@Public()
export class SessionController {
  constructor(
    private readonly service: SessionService,
    private readonly signOut: ConsoleSignOut,
  ) {}

  @Get('session')
  show(@Req() request: FastifyRequest): Promise<SessionAnswer> {
    return this.service.show(request);
  }

  @Post('logout')
  @HttpCode(204)
  end(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    return this.signOut.begin(request, reply);
  }
}
