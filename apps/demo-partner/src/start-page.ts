import { html, type Html } from '@app/http';
import type { DemoPartnerOptions } from './options.js';
import { flows, type FlowId } from './flows.js';
import { partnerPage } from './page.js';
import { sequence } from './sequence.js';
import { copyable } from './tokens.js';
import { webhooksSection, type LiveWebhooks } from './live-webhooks.js';

/** The start page: a card for each flow, the accounts, and arriving webhooks. */
export const startPage = (options: DemoPartnerOptions, webhooks: LiveWebhooks): string =>
  partnerPage(
    'Learn OAuth here',
    html`<h1>Learn OAuth here</h1>
      <p class="lead">
        This is an application of a partner. Start a flow, and watch each step with its real request and
        answer. Nothing leaves this machine.
      </p>
      <div class="columns">
        <section aria-labelledby="flows">
          <h2 id="flows">Flows</h2>
          <ul class="cards">
            ${(Object.keys(flows) as FlowId[]).map((id) => card(id, options))}
          </ul>
        </section>
        <aside>${accountsSection(options)} ${clientsSection(options)}</aside>
      </div>
      ${webhooksSection(webhooks)} ${furtherSection(options)}`,
  );

function card(id: FlowId, options: DemoPartnerOptions): Html {
  const { title, when, steps } = flows[id];
  return html`<li class="card" id="${id}">
    <h3>${title}</h3>
    <p>${when}</p>
    <form method="post" action="/start/${id}">${fields[id]?.(options) ?? ''}<button>Start</button></form>
    <details>
      <summary>${steps.length} steps</summary>
      ${sequence(steps)}
    </details>
  </li>`;
}

interface Choice {
  value: string;
  text: string;
}

const choice = (id: FlowId, name: string, label: string, choices: readonly Choice[]): Html =>
  html`<label for="${id}-${name}">${label}</label>
    <select id="${id}-${name}" name="${name}">
      ${choices.map(({ value, text }) => html`<option value="${value}">${text}</option>`)}
    </select>`;

const clientChoice = (id: FlowId, { clients }: DemoPartnerOptions, names: readonly string[]): Html => {
  const listed = names.flatMap((name) => clients.find(({ client_id }) => client_id === name) ?? []);
  const choices = listed.map(({ client_id, what }) => ({ value: client_id, text: `${client_id}: ${what}` }));
  return choice(id, 'client_id', 'Application', choices);
};

const accountChoice = (id: FlowId, label: string, accounts: DemoPartnerOptions['accounts']): Html =>
  choice(
    id,
    'username',
    label,
    accounts.map(({ email, what }) => ({ value: email, text: `${email}: ${what}` })),
  );

/** The choices before a flow begins. */
const fields: Partial<Record<FlowId, (options: DemoPartnerOptions) => Html>> = {
  code: (options) =>
    html`${clientChoice('code', options, ['partner-app', 'acme-app', 'globex-app', 'spa-app'])}
      <label class="check"
        ><input type="checkbox" name="new_portal" value="yes" /> people without a portal may create one
        (partner-app)</label
      >`,
  'client-credentials': (options) => clientChoice('client-credentials', options, ['acme-app', 'globex-app']),
  password: ({ accounts }) => accountChoice('password', 'Account', accounts),
  // the most likely choice first: a person who is not an administrator
  'service-jwt': ({ accounts }) =>
    accountChoice(
      'service-jwt',
      'Act for',
      accounts.toSorted((one, other) => rank(one.what) - rank(other.what)),
    ),
};

const rank = (what: string): number => (what.startsWith('learner') ? 0 : 1);

const accountsSection = ({ accounts, password }: DemoPartnerOptions): Html =>
  html`<section class="card" aria-labelledby="accounts">
    <h2 id="accounts">Accounts</h2>
    <p>Password of all: ${copyable('the password', password)}</p>
    <ul class="facts">
      ${accounts.map(
        ({ email, what }) =>
          html`<li>
            ${copyable(email, email)}
            <span class="quiet">${what}</span>
          </li>`,
      )}
    </ul>
  </section>`;

const clientsSection = ({ clients }: DemoPartnerOptions): Html =>
  html`<section class="card" aria-labelledby="clients">
    <h2 id="clients">Applications</h2>
    <ul class="facts">
      ${clients.map(
        ({ client_id, client_secret, what }) =>
          html`<li>
            ${copyable(client_id, client_id)}
            ${client_secret === undefined ? '' : copyable(`the secret of ${client_id}`, client_secret)}
            <span class="quiet">${what}</span>
          </li>`,
      )}
    </ul>
  </section>`;

const furtherSection = ({ auth, api, mails }: DemoPartnerOptions): Html =>
  html`<nav aria-label="Further">
    <ul class="further">
      <li><a href="${api}/docs">Every call, in Swagger UI</a></li>
      <li><a href="${auth}/oauth/account">Your account, to take access away</a></li>
      ${mails === undefined ? '' : html`<li><a href="${mails}">Mails that the service sent</a></li>`}
    </ul>
  </nav>`;
