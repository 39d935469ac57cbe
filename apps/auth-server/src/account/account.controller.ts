import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badForm, ForPeople } from '../pages/index.js';
import { AccountService } from './account.service.js';

@Controller('oauth')
@ForPeople()
export class AccountController {
  constructor(private readonly service: AccountService) {}

  @Get('account')
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.show(request, reply);
  }

  /** The password, for who came by a login link. */
  @Get('account/confirm')
  confirm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.confirm(request, reply);
  }

  @Get('account/second-factor')
  showFactor(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.showFactor(request, reply);
  }

  @Post('account/remove-application')
  removeApplication(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.removeApplication(request, reply);
  }

  @Post('account/end-session')
  endSession(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.endSession(request, reply);
  }

  @Post('sign-out')
  signOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.signOut(request, reply);
  }

  /** A link or an image must not sign anybody out. */
  @Get('sign-out')
  refuseSignOut(): never {
    throw badForm();
  }
}
