import { Controller, Get, Inject, Req } from '@nestjs/common';
import { Public } from '@app/access';
import { ApiExcludeController, prefersHtml, problemOfStatus, WholeAnswer } from '@app/http';
import { SETTINGS } from '@app/kernel';
import { acceptedLanguage } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';
import { PageBrands } from '../pages/index.js';
import { homePage, homePolicy } from './home-page.js';

/** The start page for people who open the API's URL in a browser. */
@Controller()
@Public()
@ApiExcludeController()
export class ApiHomeController {
  constructor(
    private readonly brands: PageBrands,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws Problem 404 for programs, for which there is no start page */
  @Get()
  async home(@Req() request: FastifyRequest): Promise<WholeAnswer> {
    if (!prefersHtml(request)) throw problemOfStatus(404);
    const { AUTH_PUBLIC_URL, API_PUBLIC_URL } = this.settings;
    const brand = await this.brands.of(request, null);
    const language = acceptedLanguage(request.headers['accept-language']);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': homePolicy(brand, API_PUBLIC_URL),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    };
    return new WholeAnswer(200, headers, homePage(language, AUTH_PUBLIC_URL, brand));
  }
}
