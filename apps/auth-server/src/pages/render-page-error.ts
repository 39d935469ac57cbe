import type { ErrorRenderer } from '@app/http';
import type { Problem } from '@app/kernel';
import type { TextKey } from '@app/texts';
import { languageOf } from './language.js';
import { PageError } from './page-error.js';
import { pageHtml } from './render-page.js';
import { pageHeaders } from './security-headers.js';

function textOf(problem: Problem): TextKey {
  if (problem instanceof PageError) return problem.text;
  if (problem.errorCode === 'limit_reached') return 'error.limit';
  if (problem.status === 404) return 'error.notFound';
  if (problem.status === 405) return 'error.method';
  if (problem.status === 403) return 'error.form';
  return problem.status >= 500 ? 'error.server' : 'error.parameters';
}

/** The error page: what went wrong in plain words, and a reference for support. */
export const renderPageError: ErrorRenderer = (problem, request, reply) => {
  const html = pageHtml({
    template: './error',
    title: 'error.title',
    language: (problem instanceof PageError && problem.more.language) || languageOf(request),
    data: {
      message: textOf(problem),
      values: problem instanceof PageError ? problem.values : {},
      link: problem instanceof PageError ? problem.more.link : undefined,
      ref: request.id,
    },
  });
  void reply
    .status(problem.status)
    .headers({ ...pageHeaders(), ...problem.headers })
    .send(html);
};
