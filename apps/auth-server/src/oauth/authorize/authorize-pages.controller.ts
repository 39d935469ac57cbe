import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ForPeople, type PageAnswer } from '../../edge/pages/index.js';
import { AuthorizationStart } from './authorization-start.js';
import { AuthorizeService } from './authorize.service.js';
import { OfferSteps } from './offer-steps.js';

/** The pages of an authorization request after the login with their forms, and the request by POST. */
@Controller('oauth/authorize')
@ForPeople()
export class AuthorizePagesController {
  constructor(
    private readonly start: AuthorizationStart,
    private readonly service: AuthorizeService,
    private readonly offers: OfferSteps,
  ) {}

  /** OpenID Connect Core 3.1.2.1 requires both methods. */
  @Post()
  repeatByGet(@Req() request: FastifyRequest): PageAnswer {
    return this.start.repeatByGet(request);
  }

  @Get('continue')
  continue(@Req() request: FastifyRequest, @Query('transaction') transaction?: unknown): Promise<PageAnswer> {
    return this.service.continue(request, String(transaction));
  }

  @Post('portal')
  choosePortal(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.choosePortal(request);
  }

  @Get('offer')
  showOffer(
    @Req() request: FastifyRequest,
    @Query('transaction') transaction?: unknown,
    @Query('account') account?: unknown,
  ): Promise<PageAnswer> {
    return this.offers.show(request, String(transaction), account);
  }

  @Post('offer')
  answerOffer(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.offers.answer(request);
  }

  @Post('create-portal')
  createPortal(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.createPortal(request);
  }

  @Post('consent')
  answer(@Req() request: FastifyRequest): Promise<PageAnswer> {
    return this.service.answer(request);
  }
}
