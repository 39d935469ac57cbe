import { colors, rootStyle } from '@app/look';
import type { CaughtMail } from './mail-store.js';

const STYLE = `${rootStyle()}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); }
header { display: flex; flex-wrap: wrap; gap: var(--gap-small) var(--gap); align-items: baseline; padding: .8rem 1.2rem; background: var(--card); border-bottom: 1px solid var(--soft); }
h1 { font-size: var(--large); margin: 0; }
header p { margin: 0; color: var(--quiet); flex: 1 1 14rem; }
main { display: grid; grid-template-columns: minmax(16rem, 24rem) minmax(0, 1fr); height: calc(100vh - 3.6rem); }
ol { list-style: none; margin: 0; padding: 0; overflow: auto; border-right: 1px solid var(--soft); background: var(--card); }
li a { display: block; padding: .7rem 1.2rem; border-bottom: 1px solid var(--soft); color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { background: var(--ground); }
li a[aria-current] { box-shadow: inset 3px 0 var(--accent); background: var(--ground); }
li strong, li span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
li span { color: var(--quiet); font-size: var(--small); }
a { color: var(--accent); }
article { display: flex; flex-direction: column; min-width: 0; padding: 1.2rem; gap: .8rem; overflow: auto; }
article h2 { margin: 0; font-size: var(--large); overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 .8rem; margin: 0; color: var(--quiet); overflow-wrap: anywhere; }
dd { margin: 0; }
iframe { flex: 1; min-height: 26rem; width: 100%; border: 1px solid var(--soft); border-radius: var(--radius); background: ${colors.light.card}; }
pre { margin: 0; padding: var(--gap); border: 1px solid var(--soft); border-radius: var(--radius); background: var(--card); font-family: var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; font-size: var(--small); }
.empty { padding: 3rem 1.2rem; color: var(--quiet); }
.back { display: none; margin: 0; }
button { font: inherit; padding: .2rem .8rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); color: inherit; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 50rem) {
  main { grid-template-columns: minmax(0, 1fr); height: auto; }
  ol { border-right: 0; }
  article { padding: var(--gap); }
  .list article, .one ol { display: none; }
  .one .back { display: block; }
}
`;

/** Reloads the page when a new mail has arrived, unless somebody is reading one. */
const SCRIPT = `
const known = document.body.dataset.newest;
setInterval(async () => {
  const response = await fetch('/email?limit=1').catch(() => undefined);
  if (!response?.ok) return;
  const [newest] = await response.json();
  if ((newest?.id ?? '') === known) return;
  if (new URLSearchParams(location.search).has('id')) document.title = '(new) Mails';
  else location.reload();
}, 2000);
`;

export const pagePolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** A mail runs no scripts, loads nothing from elsewhere and opens its links in a new window. */
export const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** The list, and next to it the chosen mail or the newest; on a phone, the list or the chosen mail. */
export function mailPage(
  mails: readonly CaughtMail[],
  chosen: CaughtMail | undefined,
  nonce: string,
): string {
  const shown = chosen ?? mails[0];
  const items = mails.map((mail) => {
    const current = mail === shown ? ' aria-current="true"' : '';
    return `<li><a href="/?id=${encodeURIComponent(mail.id)}"${current}><strong>${escape(mail.subject || '(no subject)')}</strong><span>${escape(mail.to)}</span><span>${time(mail.date)}</span></a></li>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mails</title><style nonce="${nonce}">${STYLE}</style></head>
<body data-newest="${escape(mails[0]?.id ?? '')}" class="${chosen ? 'one' : 'list'}">
<header><h1>Mails</h1><p>${mails.length === 1 ? '1 mail' : `${mails.length} mails`}; nothing leaves this machine. For programs: <a href="/email">/email</a></p>
<form method="post" action="/empty"><button>Empty</button></form></header>
<main><ol>${items.join('')}</ol>${shown ? article(shown) : '<p class="empty">No mail yet. Whatever the service sends appears here.</p>'}</main>
<script nonce="${nonce}">${SCRIPT}</script></body></html>`;
}

function article(mail: CaughtMail): string {
  const body = mail.html
    ? `<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${encodeURIComponent(mail.id)}"></iframe>
<details><summary>As text</summary><pre>${escape(mail.text)}</pre></details>`
    : `<pre>${escape(mail.text)}</pre>`;
  return `<article><p class="back"><a href="/">All mails</a></p><h2>${escape(mail.subject || '(no subject)')}</h2>
<dl><dt>From</dt><dd>${escape(mail.from)}</dd><dt>To</dt><dd>${escape(mail.to)}</dd><dt>Arrived</dt><dd>${time(mail.date)}</dd></dl>${body}</article>`;
}

/** The HTML of a mail with its links set to open in a new window. */
export const mailDocument = (mail: CaughtMail): string => `<base target="_blank">${mail.html}`;

const time = (iso: string): string =>
  `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
