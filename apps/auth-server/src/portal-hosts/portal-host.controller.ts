import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForPeople } from '../pages/index.js';
import { PortalHostService } from './portal-host.service.js';

@Controller('oauth/portal')
@ForPeople()
export class PortalHostController {
  constructor(private readonly service: PortalHostService) {}

  @Post('login')
  useLink(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.service.useLink(request, reply);
  }
}
