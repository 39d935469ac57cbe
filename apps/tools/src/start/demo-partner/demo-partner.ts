import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { end, harden, isLocalName, listen, readPort, redirect } from '../local-pages.js';
import {
  createChallenge,
  formatCurl,
  newVerifier,
  Recent,
  type Connection,
  type PartnerExchange,
  type PartnerClient,
  type Started,
} from './connections.js';
import {
  connectionPage,
  fragmentPage,
  partnerMessagePage,
  partnerPolicy,
  startPage,
} from './partner-pages.js';

export interface DemoPartnerOptions {
  host: string;
  /** 0 for a free one. */
  port: number;
  /** URLs of the authorization server and the resource API. */
  auth: string;
  api: string;
  /** Clients whose redirect URI is at this partner. */
  clients: readonly PartnerClient[];
}

const COOKIE = 'demo_partner_state';
const NO_STATE =
  'This return was not started on this page in this browser: its state is not one of ours. A real application refuses here, because somebody else’s code could be slipped to you (RFC 9700 4.7).';

/**
 * A minimal partner application: it sends people to the authorization server, exchanges the code they bring back and
 * makes a call, showing each step with the request as curl.
 */
export class DemoPartner {
  readonly #http: Server;
  readonly #started = new Recent<Started>();
  readonly #connections = new Recent<Connection>();

  constructor(private readonly options: DemoPartnerOptions) {
    this.#http = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#show(response, 502, partnerMessagePage('The service cannot be reached', reason));
      });
    });
  }

  /** Starts listening. @returns the port @throws the operating system's error, for instance with code EADDRINUSE */
  async start(): Promise<number> {
    await listen(this.#http, this.options.port, this.options.host);
    return readPort(this.#http);
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise<void>((done) => this.#http.close(() => done()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    harden(response);
    if (!isLocalName(request.headers.host)) return end(response, 403, 'text/plain', 'Ask for localhost.\n');
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    if (request.method !== 'GET' || !url) return end(response, 405, 'text/plain', 'There is GET / alone.\n');
    const id = /^\/connections\/([\w-]+)$/.exec(url.pathname)?.[1];
    if (id !== undefined) return this.#showConnection(id, response);
    switch (url.pathname) {
      case '/':
        return this.#show(response, 200, startPage(this.options.clients));
      case '/connect':
        return this.#connect(url.searchParams.get('client_id'), response);
      case '/callback':
      case '/spa':
        return this.#callback(url, request, response);
      default:
        return this.#show(
          response,
          404,
          partnerMessagePage('Nothing here', 'This partner starts at its first page.'),
        );
    }
  }

  /** Redirects the browser to the authorization server, with a new state and challenge. */
  #connect(clientId: string | null, response: ServerResponse): void {
    const client = this.options.clients.find(({ client_id }) => client_id === clientId);
    if (!client)
      return this.#show(response, 404, partnerMessagePage('Unknown application', 'Choose one of the list.'));
    const verifier = newVerifier();
    const state = this.#started.add({ client, verifier });
    response.setHeader('Set-Cookie', `${COOKIE}=${state}; Path=/; HttpOnly; SameSite=Lax`);
    const authorizeQuery = new URLSearchParams({
      client_id: client.client_id,
      response_type: 'code',
      redirect_uri: client.redirect_uri,
      state,
      code_challenge: createChallenge(verifier),
      code_challenge_method: 'S256',
    });
    redirect(response, 302, `${this.options.auth}/oauth/authorize?${authorizeQuery.toString()}`);
  }

  async #callback(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const brought = url.searchParams;
    if (brought.size === 0) return this.#show(response, 200, fragmentPage());
    const issuer = brought.get('iss');
    if (issuer !== null && issuer !== this.options.auth)
      return this.#show(
        response,
        400,
        partnerMessagePage('From somebody else', `It comes from ${issuer} (RFC 9207).`),
      );
    const state = brought.get('state') ?? '';
    const isOurs = state !== '' && readCookie(request) === state;
    const started = isOurs ? this.#started.remove(state) : undefined;
    const connection: Connection = {
      client: started?.client.client_id ?? '',
      brought: [...brought],
      warning: started || brought.has('error') || brought.has('client_secret') ? undefined : NO_STATE,
      exchanges: [],
    };
    await this.#exchange(brought, started, connection, this.#candidates(url.pathname));
    if (connection.token !== undefined) await this.#callApi(connection, connection.token);
    // a reload must not send the code again: that would end everything obtained with it (RFC 6749 4.1.2)
    redirect(response, 303, `/connections/${this.#connections.add(connection)}`);
  }

  /**
   * Clients whose code it may be when nothing was started here: those with this very path as redirect URI.
   */
  #candidates(path: string): PartnerClient[] {
    const { clients } = this.options;
    const here = clients.filter(({ redirect_uri }) => new URL(redirect_uri).pathname === path);
    return here.sort((a, b) => Number(b.what === 'unbound') - Number(a.what === 'unbound'));
  }

  /** Exchanges the code, or the credentials of a client created on the way, for a token. */
  async #exchange(
    brought: URLSearchParams,
    started: Started | undefined,
    connection: Connection,
    candidates: PartnerClient[],
  ): Promise<void> {
    const code = brought.get('code');
    const [clientId, clientSecret] = [brought.get('client_id'), brought.get('client_secret')];
    if (clientId !== null && clientSecret !== null) {
      connection.client = clientId;
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      return this.#requestToken(connection, 'A token for the new application', new URLSearchParams(form));
    }
    if (code === null) return;
    for (const client of started ? [started.client] : candidates) {
      connection.client = client.client_id;
      connection.exchanges = []; // from a client to which the code does not belong
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: client.redirect_uri,
        client_id: client.client_id,
        ...(client.client_secret === undefined ? {} : { client_secret: client.client_secret }),
        ...(started ? { code_verifier: started.verifier } : {}),
      });
      await this.#requestToken(connection, 'The code for tokens', form);
      if (connection.token !== undefined) return;
    }
  }

  async #requestToken(connection: Connection, title: string, form: URLSearchParams): Promise<void> {
    const url = `${this.options.auth}/oauth/token`;
    const why = 'The server of the application asks, so that the secret never reaches a browser.';
    const exchange = await sendRequest({ title, why, curl: formatCurl(url, { form }) }, url, {
      method: 'POST',
      body: form,
    });
    connection.exchanges.push(exchange);
    const { access_token: token } = exchange.answer as { access_token?: unknown };
    if (typeof token === 'string') connection.token = token;
  }

  async #callApi(connection: Connection, token: string): Promise<void> {
    for (const [path, title, why] of [
      ['/v2/me', 'Who is it?', 'The account and the portal that the token acts for.'],
      ['/v2/learning-objects?limit=1', 'A search', 'The catalogue as this portal sees it.'],
    ] as const) {
      const url = `${this.options.api}${path}`;
      const shown = { title, why, curl: formatCurl(url, { token }) };
      connection.exchanges.push(
        await sendRequest(shown, url, { headers: { authorization: `Bearer ${token}` } }),
      );
    }
  }

  #showConnection(id: string, response: ServerResponse): void {
    const connection = this.#connections.get(id);
    if (connection) return this.#show(response, 200, connectionPage(connection, this.options));
    this.#show(
      response,
      404,
      partnerMessagePage('Forgotten', 'It keeps the newest 50 until npm start ends.'),
    );
  }

  #show(response: ServerResponse, status: number, page: (nonce: string) => string): void {
    const nonce = randomBytes(16).toString('base64url');
    response.setHeader('Content-Security-Policy', partnerPolicy(nonce));
    end(response, status, 'text/html; charset=utf-8', page(nonce));
  }
}

async function sendRequest(
  shown: Pick<PartnerExchange, 'title' | 'why' | 'curl'>,
  url: string,
  init: RequestInit,
): Promise<PartnerExchange> {
  const response = await fetch(url, init);
  return { ...shown, status: response.status, answer: await response.json() };
}

const readCookie = ({ headers }: IncomingMessage): string | undefined =>
  headers.cookie
    ?.split('; ')
    .find((one) => one.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
