import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForPeople } from '../pages/index.js';
import { SecondFactorService } from './second-factor.service.js';

@Controller('oauth/account/second-factor')
@ForPeople()
export class SecondFactorController {
  constructor(private readonly service: SecondFactorService) {}

  @Post()
  propose(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.propose(request, reply);
  }

  @Post('confirm')
  confirm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.confirm(request, reply);
  }

  @Post('recovery-codes')
  renewCodes(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.renewCodes(request, reply);
  }

  @Post('remove')
  remove(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.remove(request, reply);
  }
}
