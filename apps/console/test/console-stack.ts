import { scopes } from '@app/contracts';
import { sql } from '@app/database';
import type { HttpApp } from '@app/http';
import { HttpClient, type Answer, type TestRequest } from '@app/testing';
import { pino } from 'pino';
import { useAuthServers, type AuthStack } from '../../auth-server/test/auth-stack.js';
import { leadsTo, TestBrowser } from '../../auth-server/test/test-browser.js';
import { createResourceApi } from '../../resource-api/src/app.js';
import { loadSettings as loadApiSettings } from '../../resource-api/src/config.js';
import { createConsole } from '../src/app.js';
import { loadSettings } from '../src/config.js';

export const CONSOLE_ORIGIN = 'https://console.test';
export const SESSION_COOKIE = '__Host-Http-console';
export const LOGIN_COOKIE = '__Host-Http-console-login';
export const LOGOUT_COOKIE = '__Host-Http-console-logout';
export const CONSOLE_SECRET = 'console-secret-0123456789-abcdef';

/** Makes the console a client of the authorization server. */
export async function registerConsole(auth: AuthStack, origin: string): Promise<void> {
  await auth.register({
    clientId: 'console',
    name: 'Console',
    secret: CONSOLE_SECRET,
    redirectUri: `${origin}/bff/callback`,
    portalId: null,
    grants: ['authorization_code', 'refresh_token'],
    scopes,
  });
  await auth.db.many(sql`
    update auth.clients set post_logout_redirect_uris = ${[`${origin}/`]} where client_id = 'console'`);
}

/** The three servers of one portal's administrators, in this process. */
export interface ConsoleStack {
  auth: AuthStack;
  /** Of each console server. */
  http: HttpClient[];
  /** Lines of their logs. */
  log: string[];
  /** The settings of the console servers, for one in a separate process. */
  env: Record<string, string>;
  /** A part of the first console server. */
  part: <T>(type: new (...parts: never[]) => T) => T;
}

/**
 * For the tests of one file.
 * @param count of console servers
 * @param more settings of the console
 * @param overrides `reach` gives the address at which the console reaches the authorization server
 */
export function useConsole(
  count = 1,
  more: Record<string, string> = {},
  { reach, ...overrides }: { webFolder?: string; reach?: (authUrl: string) => Promise<string> } = {},
): ConsoleStack {
  const auth = useAuthServers(1, { TRUSTED_PROXIES: '127.0.0.1' });
  const stack: ConsoleStack = {
    auth,
    http: [],
    log: [],
    env: {},
    part: (type) => consoles[0]!.app.get(type),
  };
  const servers: HttpApp[] = [];
  const consoles: HttpApp[] = [];

  beforeAll(async () => {
    await registerConsole(auth, CONSOLE_ORIGIN);
    const api = await createResourceApi(
      loadApiSettings({
        ...auth.settings,
        LOG_LEVEL: 'silent',
        DATABASE_URL: auth.database.urls.api,
        JWKS_URL: `${auth.url}/.well-known/jwks.json`,
      }),
      { clock: auth.clock },
    );
    await api.app.listen(0, '127.0.0.1');
    servers.push(api);
    const authUrl = (await reach?.(auth.url)) ?? auth.url;
    const logger = pino({ level: 'info' }, { write: (line: string) => void stack.log.push(line) });
    stack.env = {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      DATABASE_URL: auth.database.urls.console,
      DATABASE_WAIT_MS: '25000',
      AUTH_PUBLIC_URL: auth.settings['AUTH_PUBLIC_URL']!,
      AUTH_URL: authUrl,
      API_PUBLIC_URL: auth.settings['API_PUBLIC_URL']!,
      API_URL: (await api.app.getUrl()).replace('[::1]', '127.0.0.1'),
      CONSOLE_PUBLIC_URL: CONSOLE_ORIGIN,
      CONSOLE_CLIENT_SECRET: CONSOLE_SECRET,
      SECRETS_KEY: auth.settings['SECRETS_KEY']!,
      RATE_LIMITS: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      ...more,
    };
    for (let index = 0; index < count; index += 1) {
      const server = await createConsole(loadSettings(stack.env), {
        clock: auth.clock,
        logger,
        ...overrides,
      });
      await server.app.listen(0, '127.0.0.1');
      servers.push(server);
      consoles.push(server);
      stack.http.push(new HttpClient((await server.app.getUrl()).replace('[::1]', '127.0.0.1')));
    }
  });
  afterAll(async () => {
    await Promise.all(stack.http.map((one) => one.close()));
    await Promise.all(servers.map(({ app }) => app.close()));
  });
  return stack;
}

/** A browser that is at the console: its cookies, and the headers of the console's page. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>();
  /** The same browser at the authorization server. */
  readonly pages: TestBrowser;
  /** The header that the page sends with changes. */
  csrf = '';

  constructor(
    readonly stack: ConsoleStack,
    public server = 0,
  ) {
    this.pages = new TestBrowser(stack.auth);
  }

  /** A request as it is, with the cookies alone. */
  async send(method: string, path: string, sent: TestRequest = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...sent.headers };
    const answer = await this.stack.http[this.server]!.send(method, path, { ...sent, headers });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** A request of the console's page. */
  request = (method: string, path: string, sent: TestRequest = {}): Promise<Answer> =>
    this.send(method, path, { ...sent, headers: { ...this.pageHeaders, ...sent.headers } });

  get pageHeaders(): Record<string, string> {
    return {
      'x-console': '1',
      'sec-fetch-site': 'same-origin',
      ...(this.csrf && { 'x-csrf': this.csrf }),
    };
  }

  /** A browser whose person has signed in. */
  static async signedIn(stack: ConsoleStack, username?: string): Promise<ConsoleBrowser> {
    const browser = new ConsoleBrowser(stack);
    await browser.signIn(username);
    await browser.session();
    return browser;
  }

  /** Goes to the authorization server. @returns the answer of the callback */
  async signIn(username = 'admin@a.example', query = ''): Promise<Answer> {
    return this.send('GET', await this.approve(username, query));
  }

  /** Everything before the callback. @returns its path */
  async approve(username = 'admin@a.example', query = ''): Promise<string> {
    const begun = await this.send('GET', `/bff/login${query}`);
    const { pathname, search } = new URL(String(begun.headers['location']));
    let page = await this.pages.follow(await this.pages.get(pathname + search));
    if (page.text.includes('action="/oauth/authorize/login"')) page = await this.pages.login(username);
    if (page.text.includes('action="/oauth/authorize/portal"'))
      page = await this.pages.submit('/oauth/authorize/portal');
    if (page.text.includes('action="/oauth/authorize/consent"')) page = await this.pages.allow();
    const location = leadsTo(page);
    if (!location.startsWith(`${CONSOLE_ORIGIN}/bff/callback?`))
      throw new Error(`not back at the console: ${page.status} ${location}\n${page.text}`);
    return location.slice(CONSOLE_ORIGIN.length);
  }

  /** Reads the session, and keeps what changes need. */
  async session(): Promise<Answer> {
    const answer = await this.request('GET', '/bff/session');
    this.csrf = answer.body?.csrf ?? '';
    return answer;
  }
}
