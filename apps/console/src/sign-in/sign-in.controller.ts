import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { Public } from '@app/access';
import { WholeAnswer } from '@app/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFromOtherSite } from '../edge/index.js';
import { SignInQuery } from './sign-in.schema.js';
import { ConsoleSignIn } from './sign-in.service.js';
import { ConsoleSignOut } from './sign-out.service.js';

const seeOther = (location: string): WholeAnswer => new WholeAnswer(303, { location });

const toSearch = (query: SignInQuery): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString();

/** Routes reached by navigation, which redirect. */
@Controller('bff')
@Public()
export class SignInController {
  constructor(
    private readonly service: ConsoleSignIn,
    private readonly signOut: ConsoleSignOut,
  ) {}

  @Get('login')
  async login(
    @Query({ schema: SignInQuery }) query: SignInQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WholeAnswer> {
    // the request has no Strict session cookie: the page checks whether the sign-in would replace a session
    if (isFromOtherSite(request)) return seeOther(`/sign-in?${toSearch(query)}`);
    const options = {
      returnPath: query.to,
      portalName: query.portal_name,
      isFresh: query.fresh === '1',
      choosesPortal: query.choose === '1',
    };
    return seeOther(await this.service.begin(options, request, reply));
  }

  @Get('callback')
  async callback(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WholeAnswer> {
    return seeOther(await this.service.finish(request, reply));
  }

  @Get('signed-out')
  async signedOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WholeAnswer> {
    return seeOther(await this.signOut.finish(request, reply));
  }
}
