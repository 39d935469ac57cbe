import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { Public } from '@app/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noStore } from '../errors/index.js';
import type { TokenResponse } from './token-response.js';
import { TokenService } from './token.service.js';

/** POST /oauth/token (specification; RFC 6749 3.2). */
@Controller('oauth/token')
@Public()
export class TokenController {
  constructor(private readonly service: TokenService) {}

  @Post()
  @HttpCode(200)
  async token(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenResponse> {
    void reply.headers(noStore);
    return this.service.exchange(request, reply);
  }
}
