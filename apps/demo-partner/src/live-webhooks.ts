import { html, type Html } from '@app/http';
import { createWebhook, isAuthentic, type OwnWebhook, type ApiConnection } from '@app/local-services';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { readToken, sendRequest } from './exchange.js';
import { withCutTokens } from './tokens.js';

interface ShownWebhook {
  type: string;
  id: string;
  time: Date;
  isAuthentic: boolean;
  body: string;
}

const MAX_SHOWN = 20;

/** The webhooks of one portal: verified on arrival, stored for the page, and pushed to open pages. */
export class LiveWebhooks {
  #webhook: OwnWebhook | undefined;
  readonly #received: ShownWebhook[] = [];
  readonly #open = new Set<ServerResponse>();

  /** @param url at which this partner receives webhooks */
  constructor(
    private readonly connection: ApiConnection,
    private readonly url: () => string,
  ) {}

  get isListening(): boolean {
    return this.#webhook !== undefined;
  }

  get received(): readonly ShownWebhook[] {
    return this.#received;
  }

  /**
   * Creates the webhook, unless there is one.
   * @throws LocalServiceError with the service's answer
   */
  async listen(): Promise<void> {
    this.#webhook ??= await createWebhook(this.connection, this.url());
  }

  async stop(): Promise<void> {
    const webhook = this.#webhook;
    this.#webhook = undefined;
    await webhook?.remove();
  }

  /** Creates a person in the portal, which causes an event. */
  async makeEvent(): Promise<void> {
    const { auth, api, client_id, client_secret } = this.connection;
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    const answer = await sendRequest({ url: `${auth}/oauth/token`, form });
    const name = randomBytes(3).toString('hex');
    const json = { email: `guest-${name}@acme.example`, first_name: 'Guest', last_name: name };
    const token = readToken(answer, 'access_token') ?? '';
    await sendRequest({ url: `${api}/v2/users`, json, token });
  }

  /** @returns the status for the sender: 410 ends a webhook of an earlier start */
  receive(headers: IncomingHttpHeaders, body: string): 204 | 401 | 410 {
    if (!this.#webhook) return 410;
    const authentic = isAuthentic(headers, body, this.#webhook.secret);
    const { type = '?' } = JSON.parse(body) as { type?: string };
    const one = { type, id: String(headers['webhook-id']), time: new Date(), isAuthentic: authentic, body };
    this.#received.unshift(one);
    this.#received.length = Math.min(this.#received.length, MAX_SHOWN);
    const line = `data: ${JSON.stringify(receivedItem(one).text)}\n\n`;
    for (const page of this.#open) page.write(line);
    return authentic ? 204 : 401;
  }

  /** Keeps a response open, and writes each webhook to it (HTML, "Server-sent events"). */
  follow(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': open\n\n');
    this.#open.add(response);
    response.on('close', () => this.#open.delete(response));
  }
}

function receivedItem({ type, id, time, isAuthentic: authentic, body }: ShownWebhook): Html {
  const formatted = JSON.stringify(JSON.parse(body), null, 2);
  return html`<li>
    <details>
      <summary>
        <strong>${type}</strong>
        <span class="status ${authentic ? 'good' : 'bad'}">${authentic ? 'verified' : 'not authentic'}</span>
        <time datetime="${time.toISOString()}">${time.toISOString().slice(11, 19)} UTC</time>
      </summary>
      <p class="quiet">${id}</p>
      <pre tabindex="0">${withCutTokens(formatted)}</pre>
    </details>
  </li>`;
}

const button = (action: string, text: string): Html =>
  html`<form method="post" action="/webhooks/${action}"><button class="plain">${text}</button></form>`;

/** The part of the start page that lists arriving webhooks. */
export function webhooksSection({ isListening, received }: LiveWebhooks): Html {
  return html`<section class="card" id="webhooks" aria-labelledby="webhooks-title">
    <h2 id="webhooks-title">Webhooks, live</h2>
    <p>
      ${
        isListening
          ? 'A webhook of acme leads here. Each delivery is verified with its secret.'
          : 'Listen to what happens at acme: people, enrollments and content, each signed.'
      }
    </p>
    <div class="buttons">
      ${isListening ? html`${button('event', 'Create a person')} ${button('stop', 'Stop')}` : button('listen', 'Listen')}
    </div>
    <ul class="received" aria-live="polite" ${isListening ? html`data-live` : ''}>
      ${received.map(receivedItem)}
    </ul>
  </section>`;
}
