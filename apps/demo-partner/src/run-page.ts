import { html, type Html } from '@app/http';
import { readToken, type HttpExchange } from './exchange.js';
import { flows } from './flows.js';
import { lightStep, type FlowRun } from './flow-run.js';
import { back, partnerPage } from './page.js';
import { sequence, type FlowProgress } from './sequence.js';
import { copyable, tokenLine, withCutTokens } from './tokens.js';
import type { Servers } from './server-flows.js';

/** A run at its present step: the drawing, and all requests and answers so far. */
export function runPage(id: string, run: FlowRun, seen: number, servers: Servers): string {
  const { title } = flows[run.flow];
  const body = html`${run.refusal === undefined ? '' : html`<p class="alert" role="alert">${run.refusal}</p>`}
  ${run.returnedParameters.length > 0 ? returnSection(run) : ''} ${run.exchanges.map(exchangeSection)}
  ${waits(run) ? departureSection(id, run) : ''} ${isOver(run) ? afterwards(servers) : ''}`;
  return framed(title, run, { done: run.done, seen }, body);
}

/** The end of the implicit grant, which happens in the browser: its script displays the URL's fragment. */
export function fragmentPage(run: FlowRun | undefined, state: string, { auth, api }: Servers): string {
  if (!run)
    return partnerPage(
      'Nothing came back',
      html`${back}
        <h1>Nothing came back</h1>
        <p>This page is the end of the implicit grant. It starts on the first page.</p>`,
    );
  const body = html`<section
    class="card"
    id="fragment"
    data-state="${state}"
    data-issuer="${auth}"
    data-api="${api}"
  >
    <h2>Behind the #</h2>
    <p>No server sees this part of an address. The script of this page has it.</p>
    <noscript><p class="alert">The implicit grant needs a script.</p></noscript>
    <p class="alert" role="alert" hidden></p>
    <dl></dl>
    <template>${copyable('', '')}</template>
    <details hidden>
      <summary>Decode the access_token</summary>
      <pre tabindex="0"></pre>
    </details>
    <h3 hidden>GET /v2/me, from the browser</h3>
    <pre id="me" tabindex="0" hidden></pre>
  </section>`;
  const arrived = { ...run };
  lightStep(arrived, 'auth', 'browser');
  return framed(flows.implicit.title, run, { done: arrived.done, seen: run.done }, body);
}

function framed(title: string, run: FlowRun, progress: FlowProgress, body: Html): string {
  const { steps, when } = flows[run.flow];
  return partnerPage(
    title,
    html`${back}
      <h1>${title}</h1>
      <p class="lead">${when}</p>
      <div class="columns run">
        <section class="card drawing" aria-label="Steps">${sequence(steps, progress)}</section>
        <div class="details">${body}</div>
      </div>`,
  );
}

/** Whether the next step is an action of the browser. */
const waits = ({ authorize, returnedParameters, exchanges }: FlowRun): boolean =>
  authorize !== undefined && returnedParameters.length === 0 && exchanges.length === 0;

const isOver = ({ flow, done }: FlowRun): boolean => done >= flows[flow].steps.length;

function departureSection(id: string, run: FlowRun): Html {
  const address = new URL(run.authorize!);
  const byHand = run.flow === 'redirect-false';
  return html`<section class="card">
    <h2>To the authorization server</h2>
    <p>The browser takes this along:</p>
    <dl>
      ${[...address.searchParams].map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <p>
      <a class="button" href="${address.href}" ${byHand ? html`target="_blank" rel="noopener"` : ''}
        >Go to the authorization server</a
      >
    </p>
    ${
      byHand
        ? html`<form method="post" action="/runs/${id}/code">
            <label for="code">The code that its page shows</label>
            <input id="code" name="code" required autocomplete="off" />
            <button>Exchange it</button>
          </form>`
        : ''
    }
  </section>`;
}

const returnSection = ({ returnedParameters }: FlowRun): Html =>
  html`<section class="card">
    <h2>The browser came back</h2>
    <p>With these parameters in the address:</p>
    <dl>
      ${returnedParameters.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${copyable(name, value)}</dd>`,
      )}
    </dl>
  </section>`;

function exchangeSection(exchange: HttpExchange): Html {
  const { title, why, curl, status, answer } = exchange;
  return html`<section class="card">
    <h2>${title}</h2>
    <p>${why}</p>
    <div class="copyable block">
      <pre tabindex="0">${withCutTokens(curl)}</pre>
      <button type="button" class="small" data-copy aria-label="Copy the command" hidden>Copy</button>
    </div>
    <p class="status ${status < 400 ? 'good' : 'bad'}">${status}</p>
    ${answer === undefined ? '' : html`<pre tabindex="0">${withCutTokens(JSON.stringify(answer, null, 2))}</pre>`}
    ${(['access_token', 'refresh_token'] as const).map((name) => {
      const token = readToken(exchange, name);
      return token === undefined ? html`` : tokenLine(name, token);
    })}
  </section>`;
}

const afterwards = ({ api, auth }: Servers): Html =>
  html`<section class="card">
    <h2>Go on</h2>
    <p>
      Every call is in <a href="${api}/docs">Swagger UI</a>. To take access away again, open
      <a href="${auth}/oauth/account">the account page</a>.
    </p>
  </section>`;
