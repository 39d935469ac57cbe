import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, type Language, type TextKey } from '@app/texts';
import { Html, html } from '@app/http';

const style = readFileSync(join(__dirname, 'assets', 'home.css'), 'utf8');

/** It runs nothing, loads nothing and cannot be framed; its only style sheet is allowed by hash. */
export const homePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page that says what the resource API is, and where to go from there.
 * @param signIn URL of the authorization server
 */
export function homePage(language: Language, signIn: string): string {
  const t = (key: TextKey) => text(language, key);
  // the style sheet is inserted exactly: white space around it would change its hash
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${t('home.api.title')} · ${t('service.name')}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <header>${t('service.name')}</header>
        <main>
          <h1>${t('home.api.title')}</h1>
          <p>${t('home.api.text')}</p>
          <h2>${t('home.people')}</h2>
          <ul>
            <li><a href="${signIn}/">${t('home.signIn')}</a></li>
          </ul>
          <h2>${t('home.developers')}</h2>
          <ul>
            <li><a href="/docs">${t('home.docs')}</a></li>
            <li><a href="/docs-json">${t('home.document')}</a></li>
            <li>
              <a href="${signIn}/.well-known/oauth-authorization-server">${t('home.metadata')}</a>
            </li>
          </ul>
        </main>
      </body>
    </html>`.text;
}
