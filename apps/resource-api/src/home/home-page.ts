import type { ShownBrand } from '@app/branding';
import { html } from '@app/http';
import { baseStyle } from '@app/look';
import { text, type Language, type TextKey } from '@app/texts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brandedPage, pageStyle } from '../pages/index.js';

const style = `${baseStyle()}\n${readFileSync(join(__dirname, 'assets', 'home.css'), 'utf8')}`;

/**
 * The page runs no scripts and cannot be framed. Its only stylesheet is allowed by hash, and images are the portal's.
 * @param apiUrl URL of portals' images
 */
export const homePolicy = (brand: ShownBrand | undefined, apiUrl: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(pageStyle({ style }, brand)).digest('base64')}'`,
    `img-src ${(brand?.logo ?? brand?.favicon) ? `data: ${new URL(apiUrl).origin}` : 'data:'}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The start page of the resource API, with links.
 * @param signIn URL of the authorization server
 */
export function homePage(language: Language, signIn: string, brand: ShownBrand | undefined): string {
  const t = (key: TextKey) => text(language, key);
  const body = html`<main>
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
  </main>`;
  const title = `${t('home.api.title')} · ${t('service.name')}`;
  return brandedPage({ language, title, style, ourName: t('service.name'), body }, brand);
}
