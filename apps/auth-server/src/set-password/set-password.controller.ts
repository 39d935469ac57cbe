import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForPeople } from '../pages/index.js';
import { SetPasswordService } from './set-password.service.js';

@Controller('oauth/password')
@ForPeople()
export class SetPasswordController {
  constructor(private readonly service: SetPasswordService) {}

  @Get('forgotten')
  showForgotten(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.showForgotten(request, reply);
  }

  @Post('forgotten')
  requestLink(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.requestLink(request, reply);
  }

  @Get('set')
  showLink(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('token') token?: unknown,
  ): Promise<void> {
    return this.service.showLink(request, reply, String(token));
  }

  @Post('set')
  setPassword(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.setPassword(request, reply);
  }
}
