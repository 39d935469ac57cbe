import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  closeServer,
  createPageServer,
  end,
  isCrossSite,
  listen,
  readPort,
  redirect,
} from '@app/local-services';
import { partnerAsset } from './assets.js';
import { isFlow } from './flows.js';
import { LiveWebhooks } from './live-webhooks.js';
import type { DemoPartnerOptions } from './options.js';
import { partnerMessagePage, partnerPolicy } from './page.js';
import { fragmentPage, runPage } from './run-page.js';
import { Runs } from './runs.js';
import { startPage } from './start-page.js';

const COOKIE = 'demo_partner_state';

/** A page, with the origin that its script calls besides ours. */
interface SentPage {
  status?: number;
  page: string;
  called?: string;
}

/** A partner's application for learning the flows: it takes part in each, and displays every request as curl. */
export class DemoPartner {
  readonly #http: Server;
  readonly #runs: Runs;
  readonly #webhooks: LiveWebhooks;

  constructor(private readonly options: DemoPartnerOptions) {
    const { auth, api, webhookClient } = options;
    this.#runs = new Runs(options);
    this.#webhooks = new LiveWebhooks(
      { auth, api, ...webhookClient },
      () => `http://127.0.0.1:${readPort(this.#http)}/webhooks`,
    );
    this.#http = createPageServer((url, request, response) => {
      this.#answer(url, request, response).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        send(response, { status: 502, page: partnerMessagePage('This did not work', reason) });
      });
    });
  }

  /**
   * Starts listening.
   * @returns the port
   * @throws the operating system's error, for instance with code EADDRINUSE
   */
  start(): Promise<number> {
    return listen(this.#http, this.options.port, this.options.host);
  }

  stop(): Promise<void> {
    return closeServer(this.#http);
  }

  async #answer(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return this.#get(url, request, response);
    if (request.method !== 'POST')
      return end(response, 405, 'text/plain', 'Only GET and POST are supported.\n');
    if (url.pathname === '/webhooks')
      return end(response, this.#webhooks.receive(request.headers, await text(request)));
    if (isCrossSite(request)) return end(response, 403, 'text/plain', 'Press the button on the page.\n');
    return this.#post(url, new URLSearchParams(await text(request)), response);
  }

  async #get(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asset = partnerAsset(url.pathname);
    if (asset) return end(response, 200, asset.type, asset.content);
    switch (url.pathname) {
      case '/':
        return send(response, { page: startPage(this.options, this.#webhooks) });
      case '/callback':
      case '/spa':
        return this.#callback(url, readCookie(request), response);
      case '/webhooks/events':
        return this.#webhooks.follow(response);
    }
    const [, id = ''] = /^\/runs\/([\w-]+)$/.exec(url.pathname) ?? [];
    const run = this.#runs.open(id);
    if (!run) return send(response, id === '' ? nothing : forgotten);
    return send(response, { page: runPage(id, run.run, run.seen, this.options) });
  }

  async #post(url: URL, form: URLSearchParams, response: ServerResponse): Promise<void> {
    const [, kind = '', name = '', action] = /^\/(\w+)\/([\w-]+)(\/code)?$/.exec(url.pathname) ?? [];
    if (kind === 'start' && action === undefined && isFlow(name)) {
      const { id, state } = await this.#runs.start(name, form);
      if (state !== undefined)
        response.setHeader('Set-Cookie', `${COOKIE}=${state}; Path=/; HttpOnly; SameSite=Lax`);
      return redirect(response, 303, `/runs/${id}`);
    }
    if (kind === 'runs' && action !== undefined) {
      const isKnown = await this.#runs.handleCopiedCode(name, form.get('code') ?? '');
      return isKnown ? redirect(response, 303, `/runs/${name}`) : send(response, forgotten);
    }
    const change = kind === 'webhooks' ? this.#webhookChange(name) : undefined;
    if (!change) return send(response, nothing);
    await change();
    return redirect(response, 303, '/#webhooks');
  }

  #webhookChange(name: string): (() => Promise<void>) | undefined {
    if (name === 'listen') return () => this.#webhooks.listen();
    if (name === 'event') return () => this.#webhooks.makeEvent();
    return name === 'stop' ? () => this.#webhooks.stop() : undefined;
  }

  async #callback(url: URL, state: string, response: ServerResponse): Promise<void> {
    const parameters = url.searchParams;
    if (parameters.size === 0) {
      const page = fragmentPage(this.#runs.findByState(state), state, this.options);
      return send(response, { page, called: this.options.api });
    }
    const issuer = parameters.get('iss');
    if (issuer !== null && issuer !== this.options.auth)
      return send(response, {
        status: 400,
        page: partnerMessagePage('From another page', `It comes from ${issuer} (RFC 9207).`),
      });
    const isOurs = state !== '' && parameters.get('state') === state;
    const id = isOurs ? await this.#runs.handleReturn(state, parameters) : undefined;
    if (id === undefined) return send(response, { status: 400, page: NOT_OURS });
    // a reload must not send the code again: that would end everything obtained with it (RFC 6749 4.1.2)
    redirect(response, 303, `/runs/${id}`);
  }
}

const NOT_OURS = partnerMessagePage(
  'Not started here',
  'The state of this return is not one that this page has given to this browser, so its code is not used: it could belong to another user (RFC 9700 4.7). Start again from the first page.',
);
const nothing = {
  status: 404,
  page: partnerMessagePage('Nothing here', 'This partner starts at its first page.'),
};
const forgotten = {
  status: 404,
  page: partnerMessagePage('Forgotten', 'The newest 50 are kept, until npm start ends.'),
};

function send(response: ServerResponse, { status = 200, page, called }: SentPage): void {
  response.setHeader('Content-Security-Policy', partnerPolicy(called));
  end(response, status, 'text/html; charset=utf-8', page);
}

const readCookie = ({ headers }: IncomingMessage): string =>
  headers.cookie
    ?.split('; ')
    .find((one) => one.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1) ?? '';
