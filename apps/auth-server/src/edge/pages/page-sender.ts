import { Injectable } from '@nestjs/common';
import type { ShownBrand } from '@app/branding';
import { WholeAnswer } from '@app/http';
import type { Problem } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Browser } from '../browser/index.js';
import { Sessions } from '../sessions/index.js';
import { chooseLanguage } from './language.js';
import { languageLinks, PageLanguages } from './page-languages.js';
import { PagePortals } from './page-portals.js';
import { Departure, Redirect, type Page, type PageAnswer, ACCOUNT_ADDRESS } from './page.js';
import { pageHtml } from './render-page.js';
import { pageHeaders } from './security-headers.js';
import type { TextKey } from '@app/texts';
import { PageError } from './page-error.js';

/** Sends a page as an answer: adds the language, the portal's brand, the form token and cookies. */
@Injectable()
export class PageSender {
  constructor(
    private readonly browser: Browser,
    private readonly sessions: Sessions,
    private readonly portals: PagePortals,
    private readonly languages: PageLanguages,
  ) {}

  async answer(page: PageAnswer, request: FastifyRequest, reply: FastifyReply): Promise<WholeAnswer> {
    this.languages.remember(request);
    const answer =
      page instanceof Redirect
        ? redirect(page, request)
        : await this.#page(page instanceof Departure ? departurePage(page) : page, request);
    this.browser.sendCookies(request, reply);
    return answer;
  }

  /** The page of a refusal, with the branding of the request's portal if it can be found. */
  async refuse(problem: Problem, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // after a server error or an exceeded limit, the portal is not looked up
    const isAsked = problem.status < 500 && problem.status !== 429;
    const brand = isAsked
      ? await this.portals.findBrand(request, undefined).catch(() => undefined)
      : undefined;
    const page = errorPage(problem, request);
    const answer = this.#render({ ...page, status: problem.status }, request, brand);
    if (reply.sent) return;
    void reply
      .status(answer.status)
      .headers({ ...answer.headers, ...problem.headers })
      .send(answer.body);
  }

  async #page(page: Page, request: FastifyRequest): Promise<WholeAnswer> {
    const session = await this.sessions.current(request);
    // called by templates with a form: only these need the browser's id
    const csrf = () => this.browser.csrfToken(this.browser.identify(request), session?.id);
    const brand = await this.portals.findBrand(request, page.portalId);
    return this.#render({ ...page, data: { ...page.data, csrf } }, request, brand);
  }

  #render(page: Page, request: FastifyRequest, brand: ShownBrand | undefined): WholeAnswer {
    const { person } = page;
    const language = this.languages.chosen(request) ?? page.language ?? chooseLanguage(request);
    const html = pageHtml({
      ...page,
      language,
      data: {
        ...page.data,
        person: person && { name: person.name, email: person.email },
        brand,
        languages: languageLinks(request, page, language),
      },
    });
    const headers = { ...pageHeaders(brand?.logo ?? brand?.favicon, page.postsAway), ...page.headers };
    return new WholeAnswer(page.status ?? 200, headers, html);
  }
}

/** 303 after a POST, so that the form is not sent again; 302 otherwise (RFC 9700 4.12). */
function redirect({ location }: Redirect, request: FastifyRequest): WholeAnswer {
  const { 'content-type': _, ...headers } = pageHeaders();
  return new WholeAnswer(request.method === 'POST' ? 303 : 302, { ...headers, location });
}

/** Redirects the browser, with and without script; the link is for browsers that support neither. */
const departurePage = ({ location, name, page }: Departure): Page => ({
  ...page,
  template: './departure',
  title: 'departure.title',
  titleValues: { name },
  isShownOnce: true,
  headers: { refresh: `0; url=${location}` },
  data: { location, name },
});

function chooseText(problem: Problem): TextKey {
  if (problem instanceof PageError) return problem.text;
  if (problem.errorCode === 'limit_reached') return 'error.limit';
  if (problem.status === 404) return 'error.notFound';
  if (problem.status === 405) return 'error.method';
  if (problem.status === 403) return 'error.form';
  return problem.status >= 500 ? 'error.server' : 'error.parameters';
}

/** The default link of an error page: the account page for URLs about an account, otherwise the start page. */
const defaultLink = (url: string): { href: string; text: TextKey } =>
  url.startsWith(ACCOUNT_ADDRESS)
    ? { href: ACCOUNT_ADDRESS, text: 'account.title' }
    : { href: '/', text: 'error.toStart' };

function errorPage(problem: Problem, { id, url }: FastifyRequest): Page {
  const { values = {}, more = {} } = problem instanceof PageError ? problem : {};
  const { link = defaultLink(url), language, details } = more;
  return {
    template: './error',
    title: 'error.title',
    ...(language && { language }),
    // a page for every host: a link may lead to another one
    address: link.href.startsWith('/') ? link.href : '/',
    data: { message: chooseText(problem), values, link, details, ref: id },
  };
}
