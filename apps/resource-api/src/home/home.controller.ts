import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@app/access';
import { prefersHtml, problemOfStatus, WholeAnswer } from '@app/http';
import { SETTINGS } from '@app/kernel';
import { acceptedLanguage } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';
import { homePage, homePolicy } from './home-page.js';

/** The page for somebody who opens the API's URL in a browser: what it is, and where to go. */
@Controller()
@Public()
@ApiExcludeController()
export class HomeController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @throws Problem 404 for programs, for which there is nothing here */
  @Get()
  home(@Req() request: FastifyRequest): WholeAnswer {
    if (!prefersHtml(request)) throw problemOfStatus(404);
    const language = acceptedLanguage(request.headers['accept-language']);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': homePolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    };
    return new WholeAnswer(200, headers, homePage(language, this.settings.AUTH_PUBLIC_URL));
  }
}
