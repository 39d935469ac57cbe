import { envelopeShape, createRenderer, type ErrorRenderer } from '@app/http';
import { TooManyRequests } from '@app/kernel';
import { acceptedLanguage, text } from '@app/texts';
import { replyWithRefusal } from './reply-with-page.js';

/** Routes of pages that learners open in their LMS. */
const pages = new Set(['/preview/:token', '/launch/:token']);

const renderEnvelope = createRenderer(envelopeShape);

/**
 * Sends refusals as JSON, but tells people on pages that there were too many requests. Without a brand, which would be
 * read from the database for each request of a flood.
 */
export const renderRefusal: ErrorRenderer = (problem, request, reply) => {
  if (!(problem instanceof TooManyRequests) || !pages.has(request.routeOptions.url ?? ''))
    return renderEnvelope(problem, request, reply);
  const language = acceptedLanguage(request.headers['accept-language']);
  const words = { title: text(language, 'player.busy.title'), text: text(language, 'player.busy.text') };
  replyWithRefusal(reply.headers(problem.headers), problem.status, language, words, undefined);
};
