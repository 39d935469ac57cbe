import { text, type TextKey } from '@app/texts';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';
import { join } from 'node:path';
import type { Page } from './page.js';
import { pageHeaders } from './security-headers.js';

const eta = new Eta({ views: join(__dirname, 'views'), cache: true, autoEscape: true });

/** The page as HTML; whatever comes from outside is escaped by the template engine. */
export function pageHtml(page: Page): string {
  const t = (key: TextKey, values?: Record<string, string | number>) => text(page.language, key, values);
  return eta.render(page.template, {
    ...page.data,
    t,
    language: page.language,
    page: page.template.replace('./', ''),
    pageTitle: t(page.title, page.titleValues),
  });
}

/** Answers with a page and the headers that every page has. */
export function sendPage(reply: FastifyReply, page: Page): void {
  void reply
    .status(page.status ?? 200)
    .headers({ ...pageHeaders(page.redirectUri), ...page.headers })
    .send(pageHtml(page));
}

/** 303 after a POST, so that the form is not sent again; 302 otherwise (RFC 9700 4.12). */
export function sendRedirect(reply: FastifyReply, location: string): void {
  const status = reply.request.method === 'POST' ? 303 : 302;
  const { 'content-type': _, ...headers } = pageHeaders(location);
  void reply
    .status(status)
    .headers({ ...headers, location })
    .send();
}
