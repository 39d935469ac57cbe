import { Injectable } from '@nestjs/common';
import { WholeAnswer } from '@app/http';
import { acceptedLanguage } from '@app/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Browser } from '../browser/index.js';
import { Sessions } from '../sessions/index.js';
import { Brands } from './brands.js';
import { Redirect, type PageAnswer } from './page.js';
import { pageHtml } from './render-page.js';
import { pageHeaders } from './security-headers.js';

/** Turns a page into an answer: adds the language, the form token and cookies. */
@Injectable()
export class PageSender {
  constructor(
    private readonly browser: Browser,
    private readonly sessions: Sessions,
    private readonly brands: Brands,
  ) {}

  async answer(page: PageAnswer, request: FastifyRequest, reply: FastifyReply): Promise<WholeAnswer> {
    const answer = page instanceof Redirect ? redirect(page, request) : await this.#page(page, request);
    this.browser.sendCookies(request, reply);
    return answer;
  }

  async #page(
    { language, person, portalId, ...page }: Exclude<PageAnswer, Redirect>,
    request: FastifyRequest,
  ): Promise<WholeAnswer> {
    const session = await this.sessions.current(request);
    // called by templates with a form: only those need to recognise the browser
    const csrf = () => this.browser.csrfToken(this.browser.identify(request), session?.id);
    const signedIn = person && { name: person.name, email: person.email };
    const brand = portalId === undefined ? undefined : await this.brands.of(portalId);
    const html = pageHtml({
      ...page,
      language: language ?? acceptedLanguage(request.headers['accept-language']),
      data: { ...page.data, person: signedIn, brand, csrf },
    });
    const headers = { ...pageHeaders(page.redirectUri, brand?.logo ?? brand?.favicon), ...page.headers };
    return new WholeAnswer(page.status ?? 200, headers, html);
  }
}

/** 303 after a POST, so that the form is not sent again; 302 otherwise (RFC 9700 4.12). */
function redirect({ location }: Redirect, request: FastifyRequest): WholeAnswer {
  const { 'content-type': _, ...headers } = pageHeaders(location);
  return new WholeAnswer(request.method === 'POST' ? 303 : 302, { ...headers, location });
}
