import { Html, html } from '@app/http';
import type { Connection, PartnerExchange, PartnerClient } from './connections.js';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dce3, #343a46); --soft: light-dark(#5b6473, #a3acbb);
  --paper: light-dark(#fff, #171a21); --ground: light-dark(#f4f5f8, #0f1116); --accent: light-dark(#1f5fd0, #7fb0ff);
  --warn: light-dark(#fff3d6, #3a2d0c); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: var(--ground); }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0 0 .25rem; }
section { margin: 1rem 0; padding: 1rem 1.2rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); }
p { margin: .25rem 0 .75rem; }
.soft { color: var(--soft); }
.warn { padding: .75rem 1rem; border-radius: .5rem; background: var(--warn); }
a { color: var(--accent); }
ul { padding-inline-start: 1.25rem; }
li { margin: .5rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .8rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: .5rem 0 0; padding: .8rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--ground); white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; max-height: 24rem; overflow: auto; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } }
`;

/** An implicit grant brings its token after a #, which no server sees: the page shows it itself. */
const FRAGMENT_SCRIPT = `
const brought = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, '', location.pathname);
const list = document.getElementById('brought');
document.getElementById('nothing').hidden = [...brought].length > 0;
for (const [name, value] of brought) {
  list.append(Object.assign(document.createElement('dt'), { textContent: name }));
  list.append(Object.assign(document.createElement('dd'), { textContent: value }));
}
`;

export const partnerPolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

type Page = (nonce: string) => string;

const page =
  (title: string, body: Html, script = ''): Page =>
  (nonce) =>
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · Demo partner</title>
          <style nonce="${nonce}">
            ${new Html(STYLE)}
          </style>
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            ${body}
          </main>
          ${script === '' ? '' : new Html(`<script nonce="${nonce}">${script}</script>`)}
        </body>
      </html>`.text;

/** Lists the applications that can be connected. */
export const startPage = (clients: readonly PartnerClient[]): Page =>
  page(
    'Demo partner',
    html`<p>
        This is an application of a partner: it plays the clients of the demo. Connect one, sign in as one of
        the accounts that <code>npm start</code> prints, and see what comes back.
      </p>
      <ul>
        ${clients.map(
          ({ client_id, what }) =>
            html`<li>
              <a href="/connect?client_id=${encodeURIComponent(client_id)}">Connect ${client_id}</a>
              <span class="soft">${what}</span>
            </li>`,
        )}
      </ul>`,
  );

export const partnerMessagePage = (title: string, text: string): Page =>
  page(
    title,
    html`<p>${text}</p>
      ${again}`,
  );

export const fragmentPage = (): Page =>
  page(
    'What came back',
    html`<section>
        <h2>Behind the #</h2>
        <p class="soft">
          The implicit grant gives the token to the browser; the code with PKCE is the better way.
        </p>
        <dl id="brought"></dl>
        <p id="nothing">Nothing came back.</p>
      </section>
      ${again}`,
    FRAGMENT_SCRIPT,
  );

/** Shows everything that happened, and what can be done next. */
export function connectionPage(connection: Connection, { api, auth }: { api: string; auth: string }): Page {
  const { client, brought, exchanges, token, warning } = connection;
  const title = token === undefined ? 'Not connected' : `Connected: ${client}`;
  return page(
    title,
    html`${warning === undefined || token === undefined ? '' : html`<p class="warn">${warning}</p>`}
      <section>
        <h2>1. The browser came back</h2>
        <p class="soft">With these parameters in the address.</p>
        <dl>
          ${brought.map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>
      </section>
      ${exchanges.map((one, index) => shownExchange(one, index + 2))}
      ${
        token === undefined
          ? ''
          : html`<section>
              <h2>Go on</h2>
              <p>
                The token works for twelve hours. Every call is in
                <a href="${api}/docs">Swagger UI</a>; to take the application’s access away again, open
                <a href="${auth}/oauth/account">the account page</a>.
              </p>
            </section>`
      }
      ${again}`,
  );
}

const shownExchange = ({ title, why, curl, status, answer }: PartnerExchange, number: number): Html =>
  html`<section>
    <h2>${number}. ${title}</h2>
    <p class="soft">${why}</p>
    <pre tabindex="0">${curl}</pre>
    <p>Answer: ${status}</p>
    <pre tabindex="0">${JSON.stringify(answer, null, 2)}</pre>
  </section>`;

const again = html`<p><a href="/">Start again</a></p>`;
