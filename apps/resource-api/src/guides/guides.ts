import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prefersHtml, problemOfStatus, html } from '@app/http';
import type { FastifyInstance } from 'fastify';
import { baseStyle } from '@app/look';
import type { Settings } from '../config.js';
import { brandedPage } from '../pages/index.js';

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
 * Serves the guides in docs at /docs/guides: as pages for browsers, and as Markdown for programs, with the addresses of
 * these servers instead of those of the default stack. Files are relative to the working directory, in a checkout and
 * in the image.
 */
export function serveGuides(
  fastify: FastifyInstance,
  { AUTH_PUBLIC_URL, API_PUBLIC_URL }: Pick<Settings, 'AUTH_PUBLIC_URL' | 'API_PUBLIC_URL'>,
): void {
  fastify.get('/docs/guides', async (_, reply) => reply.redirect('/docs/guides/partner-guide.md'));
  fastify.get('/docs/guides/assets/guide.js', async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(guideScript()),
  );
  fastify.get<{ Params: { guide: string } }>('/docs/guides/:guide', async (request, reply) => {
    const { guide } = request.params;
    if (!isGuide(guide)) throw problemOfStatus(404);
    const markdown = readFileSync(join('docs', guide), 'utf8')
      .replaceAll('http://localhost:4000', () => AUTH_PUBLIC_URL)
      .replaceAll('http://localhost:4001', () => API_PUBLIC_URL);
    void reply.header('vary', 'accept');
    if (prefersHtml(request))
      return reply.type('text/html; charset=utf-8').send(guidePage(guide, markdown, guides));
    return reply.type('text/plain; charset=utf-8').send(markdown);
  });
}

const read = (name: string): string => readFileSync(join(__dirname, 'assets', name), 'utf8');

const guideScript = (): string => read('guide.js');

/**
 * A guide for browsers. The page contains the Markdown as text; its script lets Swagger UI, which is served with the
 * documents, render it as HTML.
 * @param titles of all guides, by the names of their files
 */
function guidePage(file: string, markdown: string, titles: Readonly<Record<string, string>>): string {
  const links = Object.entries(titles).map(([name, title]) =>
    name === file
      ? html`<li><a href="${name}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${name}">${title}</a></li>`,
  );
  const body = html`<nav aria-label="Guides">
      <ul>
        <li><a href="/docs">Swagger UI</a></li>
        ${links}
      </ul>
    </nav>
    <main><pre id="markdown" tabindex="0">${markdown}</pre></main>
    <script src="../swagger-ui-bundle.js" defer></script>
    <script src="assets/guide.js" defer></script>`;
  const style = `${baseStyle()}\n${read('guide.css')}`;
  const title = `${titles[file]} · Learning Platform Service`;
  return brandedPage({ language: 'en', title, style, body }, undefined);
}
