import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prefersHtml, problemOfStatus } from '@app/http';
import type { FastifyInstance } from 'fastify';
import { guidePage, guideScript } from './guide-page.js';

/** The guides for partners, to which the OpenAPI documents link, with their titles. */
export const guides = {
  'partner-guide.md': 'Partner guide',
  'grants.md': 'Grants',
  'sign-in-with-us.md': 'Sign in with us',
  'webhooks.md': 'Webhooks',
  'catalogue-import.md': 'Catalogue import',
  'errors.md': 'Errors',
  'limits.md': 'Limits',
} as const;
export type Guide = keyof typeof guides;

const isGuide = (name: string): name is Guide => Object.hasOwn(guides, name);

/**
 * Serves the guides in docs at /docs/guides: as pages for browsers, and as Markdown for programs. Files are relative to
 * the working directory, in a checkout and in the image.
 */
export function serveGuides(fastify: FastifyInstance): void {
  fastify.get('/docs/guides', async (_, reply) => reply.redirect('/docs/guides/partner-guide.md'));
  fastify.get('/docs/guides/assets/guide.js', async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(guideScript()),
  );
  fastify.get<{ Params: { guide: string } }>('/docs/guides/:guide', async (request, reply) => {
    const { guide } = request.params;
    if (!isGuide(guide)) throw problemOfStatus(404);
    const markdown = readFileSync(join('docs', guide), 'utf8');
    void reply.header('vary', 'accept');
    if (prefersHtml(request))
      return reply.type('text/html; charset=utf-8').send(guidePage(guide, markdown, guides));
    return reply.type('text/plain; charset=utf-8').send(markdown);
  });
}
