import { html } from '@app/http';
import { rootStyle } from '@app/look';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brandedPage } from '../pages/index.js';

const read = (name: string): string => readFileSync(join(__dirname, 'assets', name), 'utf8');

export const guideScript = (): string => read('guide.js');

/**
 * A guide for browsers. The page contains the Markdown as text; its script lets Swagger UI, which is served with the
 * documents, render it as HTML.
 * @param titles of all guides, by the names of their files
 */
export function guidePage(file: string, markdown: string, titles: Readonly<Record<string, string>>): string {
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
  const style = `${rootStyle()}\n${read('guide.css')}`;
  const title = `${titles[file]} · Learning Platform Service`;
  return brandedPage({ language: 'en', title, style, body }, undefined);
}
