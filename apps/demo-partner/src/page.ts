import { html, type Html } from '@app/http';

/** A page of the partner. It contains no inline script or style, so its policy allows none. */
export const partnerPage = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Demo partner</title>
        <link rel="stylesheet" href="/assets/partner.css" />
        <link rel="icon" href="/assets/icon.svg" />
        <script src="/assets/partner.js" defer></script>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.text;

/**
 * Allows nothing from other origins, and no inline script or style.
 * @param called the origin that the script of the page calls besides ours
 */
export const partnerPolicy = (called?: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    `connect-src 'self'${called === undefined ? '' : ` ${called}`}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const back = html`<p class="back"><a href="/">All flows</a></p>`;

export const partnerMessagePage = (title: string, text: string): string =>
  partnerPage(
    title,
    html`${back}
      <h1>${title}</h1>
      <p>${text}</p>`,
  );
