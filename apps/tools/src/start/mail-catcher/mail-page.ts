import { html, Html } from '@app/http';
import { baseStyle } from '@app/look';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaughtMail } from './mail-store.js';

const read = (name: string): string => readFileSync(join(__dirname, 'assets', name), 'utf8');

const style = (): string => [baseStyle(), read('mails.css')].join('\n');

export const pagePolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** A mail runs no scripts, loads nothing from other hosts and opens its links in a new window. */
export const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** The chosen mail, or the list. */
export function mailPage(
  mails: readonly CaughtMail[],
  chosen: CaughtMail | undefined,
  nonce: string,
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mails</title>
        ${new Html(`<style nonce="${nonce}">${style()}</style>`)}
      </head>
      <body data-newest="${mails[0]?.id ?? ''}">
        <header>
          <h1>Mails</h1>
          <p>
            ${mails.length === 1 ? '1 mail' : `${mails.length} mails`}; nothing leaves this machine. For
            programs: <a href="/email">/email</a>
          </p>
          <form method="post" action="/empty"><button>Empty</button></form>
        </header>
        <main>${chosen ? article(chosen) : list(mails)}</main>
        ${new Html(`<script nonce="${nonce}">${read('mails.js')}</script>`)}
      </body>
    </html>`.text;
}

const list = (mails: readonly CaughtMail[]): Html =>
  mails.length === 0
    ? html`<p>No mail yet. Whatever the service sends appears here.</p>`
    : html`<ol>
        ${mails.map(item)}
      </ol>`;

const item = (mail: CaughtMail): Html =>
  html`<li>
    <a href="/?id=${encodeURIComponent(mail.id)}">${mail.subject || NO_SUBJECT}</a>
    <span>${mail.to}, ${time(mail.date)}</span>
  </li>`;

function article(mail: CaughtMail): Html {
  const body =
    mail.html === ''
      ? html`<pre>${mail.text}</pre>`
      : html`<iframe
            title="The mail as HTML"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            src="/mail/${encodeURIComponent(mail.id)}"
          ></iframe>
          <details>
            <summary>As text</summary>
            <pre>${mail.text}</pre>
          </details>`;
  return html`<article>
    <p><a href="/">All mails</a></p>
    <h2>${mail.subject || NO_SUBJECT}</h2>
    <dl>
      <dt>From</dt>
      <dd>${mail.from}</dd>
      <dt>To</dt>
      <dd>${mail.to}</dd>
      <dt>Arrived</dt>
      <dd>${time(mail.date)}</dd>
    </dl>
    ${body}
  </article>`;
}

const NO_SUBJECT = '(no subject)';

/** The HTML of a mail with its links set to open in a new window. */
export const mailDocument = (mail: CaughtMail): string => `<base target="_blank">${mail.html}`;

const time = (iso: string): Html =>
  html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
