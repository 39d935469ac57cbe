import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { Public } from '@app/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noStore } from '../errors/index.js';
import { RevokeService } from './revoke.service.js';

@Controller('oauth')
@Public()
export class RevokeController {
  constructor(private readonly service: RevokeService) {}

  @Post('revoke')
  @HttpCode(200)
  async revoke(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    // a known client refuses an answer without this type, even an empty one
    void reply.headers(noStore).type('application/json');
    await this.service.revoke(request);
  }

  @Post('introspect')
  @HttpCode(200)
  introspect(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Record<string, unknown>> {
    void reply.headers(noStore);
    return this.service.introspect(request);
  }
}
