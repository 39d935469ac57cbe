import { html } from '@app/http';
import { rootStyle } from '@app/look';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string): string => readFileSync(join(__dirname, 'assets', name), 'utf8');

export const guideStyle = (): string => `${rootStyle()}\n${read('guide.css')}`;
export const guideScript = (): string => read('guide.js');

/**
 * A guide for browsers. The page bears the Markdown as text; its script lets Swagger UI, which comes with the documents,
 * make headings, tables and links of it.
 * @param titles of all guides, by the names of their files
 */
export function guidePage(file: string, markdown: string, titles: Readonly<Record<string, string>>): string {
  const links = Object.entries(titles).map(([name, title]) =>
    name === file
      ? html`<li><a href="${name}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${name}">${title}</a></li>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${titles[file]} · Learning Platform Service</title>
        <link rel="stylesheet" href="assets/guide.css" />
        <link rel="icon" href="../favicon-32x32.png" />
        <script src="../swagger-ui-bundle.js" defer></script>
        <script src="assets/guide.js" defer></script>
      </head>
      <body>
        <nav aria-label="Guides">
          <ul>
            <li><a href="/docs">Swagger UI</a></li>
            ${links}
          </ul>
        </nav>
        <main><pre id="markdown" tabindex="0">${markdown}</pre></main>
      </body>
    </html>`.text;
}
