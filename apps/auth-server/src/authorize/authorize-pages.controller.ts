import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForPeople } from '../pages/index.js';
import { AuthorizeService } from './authorize.service.js';

/** The pages that an authorization request leads through, and their forms. */
@Controller('oauth/authorize')
@ForPeople()
export class AuthorizePagesController {
  constructor(private readonly service: AuthorizeService) {}

  @Get('continue')
  continue(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('transaction') transaction?: unknown,
  ): Promise<void> {
    return this.service.continue(request, reply, String(transaction));
  }

  @Post('login')
  login(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.login(request, reply);
  }

  @Post('factor')
  secondFactor(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.secondFactor(request, reply);
  }

  @Post('one-time')
  useLink(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.useLink(request, reply);
  }

  @Post('portal')
  choosePortal(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.choosePortal(request, reply);
  }

  @Post('create-portal')
  createPortal(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.createPortal(request, reply);
  }

  @Post('another')
  useAnother(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.useAnother(request, reply);
  }

  @Post('consent')
  answer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.answer(request, reply);
  }
}
