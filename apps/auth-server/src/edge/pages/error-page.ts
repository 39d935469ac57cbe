import type { Problem } from '@app/kernel';
import type { TextKey } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { PageError } from './page-error.js';
import { ACCOUNT_ADDRESS, type Page } from './page.js';

function chooseText(problem: Problem): TextKey {
  if (problem instanceof PageError) return problem.text;
  if (problem.errorCode === 'limit_reached') return 'error.limit';
  if (problem.status === 404) return 'error.notFound';
  if (problem.status === 405) return 'error.method';
  if (problem.status === 403) return 'error.form';
  return problem.status >= 500 ? 'error.server' : 'error.parameters';
}

/** The default link of an error page: the account page for URLs about an account, otherwise the start page. */
const wayBack = (url: string): { href: string; text: TextKey } =>
  url.startsWith(ACCOUNT_ADDRESS)
    ? { href: ACCOUNT_ADDRESS, text: 'account.title' }
    : { href: '/', text: 'error.toStart' };

/** The error page, with a reference for support. */
export function errorPage(problem: Problem, { id, url }: FastifyRequest): Page {
  const { values = {}, more = {} } = problem instanceof PageError ? problem : {};
  const { link = wayBack(url), language, details } = more;
  return {
    template: './error',
    title: 'error.title',
    ...(language && { language }),
    // a page for every host: a link may lead to another one
    address: link.href.startsWith('/') ? link.href : '/',
    data: { message: chooseText(problem), values, link, details, ref: id },
  };
}
