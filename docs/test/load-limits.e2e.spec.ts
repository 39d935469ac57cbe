import { sql } from '@app/database';
import { LOAD_LIMIT_CHANNEL, loadLimits, type LoadLimit, type LoadLimitName } from '@app/kernel';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { C1, password, useAuthServers } from '../../apps/auth-server/test/auth-stack.js';
import { get, post, token } from '../../apps/auth-server/test/requests.js';
import { authorizeAddress } from '../../apps/auth-server/test/test-browser.js';
import { ConsoleBrowser, useConsole } from '../../apps/console/test/console-stack.js';
import { OnboardingStack } from '../../apps/resource-api/test/onboarding-stack.js';
import { useResourceApi } from '../../apps/resource-api/test/resource-api.js';

const file = join(__dirname, '..', 'limits.md');
const markers = /(<!-- load limits -->)[\s\S]*(<!-- \/load limits -->)/;
const A_PASSWORD = 'a long password';
const LONG_TEXT = 'x'.repeat(60_000);

/** A request at its server, and the limits that it meets. */
interface RecordedRequest {
  path: string;
  met: Set<LoadLimitName>;
}

const recorded: RecordedRequest[] = [];
const current = new AsyncLocalStorage<RecordedRequest>();
const begin = (message: unknown) => {
  const { url = '' } = (message as { request: IncomingMessage }).request;
  const request: RecordedRequest = { path: url.split('?', 1)[0]!, met: new Set() };
  recorded.push(request);
  current.enterWith(request);
};
const meet = (name: unknown) => void current.getStore()?.met.add(name as LoadLimitName);

const formatLimit = (name: LoadLimitName): string => {
  const { what, most, owner, errorCode, retryAfterSeconds }: LoadLimit = loadLimits[name];
  const amount = typeof most === 'number' ? most.toLocaleString('en') : most.replace(/^\w+$/, '`$&`');
  const answer =
    errorCode === undefined
      ? 'the connection is closed'
      : retryAfterSeconds === undefined
        ? `429 \`${errorCode}\`, \`Retry-After\` until the time is over`
        : `503 \`${errorCode}\`, \`Retry-After: ${retryAfterSeconds}\``;
  return `| \`${name}\` | ${what} | ${amount} | ${owner} | ${answer} |`;
};

describe('docs/limits.md: limits that requests share', () => {
  /** The limits that requests met, by what the page calls them. */
  const orders = new Map<string, LoadLimitName[]>();

  beforeAll(() => {
    subscribe('http.server.request.start', begin);
    subscribe(LOAD_LIMIT_CHANNEL, meet);
  });
  afterAll(() => {
    unsubscribe('http.server.request.start', begin);
    unsubscribe(LOAD_LIMIT_CHANNEL, meet);
  });

  /** Keeps the limits that the last request for this path meets. */
  const record = async (title: string, path: string, send: () => Promise<{ status: number }>) => {
    const { status } = await send();
    expect([title, status < 400]).toEqual([title, true]);
    orders.set(title, [...recorded.findLast((request) => request.path === path)!.met]);
  };

  // one after the other: two resource APIs in a process share what passport knows
  describe('of requests to the resource API', () => {
    const api = useResourceApi({ RATE_LIMITS: true });

    it('are recorded', async () => {
      const { token: bearer } = await api.administrator();
      await record('`GET` of a document', '/docs-json', () => api.http.get('/docs-json'));
      const person = { email: 'ada@a.example', first_name: 'Ada', last_name: 'Quist', password: A_PASSWORD };
      await record('`POST /v2/users` with a password', '/v2/users', () =>
        api.http.post('/v2/users', { token: bearer, json: person }),
      );
      for (const title of ['A', 'B', 'C'])
        await record('`POST /v2/content/links` with 60 KB', '/v2/content/links', () =>
          api.http.post('/v2/content/links', {
            token: bearer,
            json: { title, url: 'https://a.example/', description: LONG_TEXT },
          }),
        );
      await record('`GET /v2/webhook-statistics`', '/v2/webhook-statistics', () =>
        api.http.get('/v2/webhook-statistics?from=1767225600&to=1767312000', { token: bearer }),
      );
      await record('`GET /v2/learning-objects` with an answer of 180 KB', '/v2/learning-objects', () =>
        api.http.get('/v2/learning-objects', { token: bearer }),
      );
    });
  });

  describe('of an onboarding', () => {
    const stack = new OnboardingStack();
    beforeAll(() => stack.start());
    afterAll(() => stack.stop());

    it('are recorded', () =>
      record('`POST /v2/onboard` that names a person', '/v2/onboard', () => stack.onboard(stack.body())));
  });

  describe('of requests to the authorization server', () => {
    const auth = useAuthServers(1, { RATE_LIMITS: 'on' });

    it('are recorded', async () => {
      const form = { grant_type: 'password', username: 'admin@a.example', password };
      const client = { client_id: C1.clientId, client_secret: C1.secret };
      await record('`POST /oauth/token` with a password', '/oauth/token', () => token(auth, form));
      await record('`POST /oauth/introspect`', '/oauth/introspect', () =>
        post(`${auth.url}/oauth/introspect`, { ...client, token: 'any' }),
      );
      await record('`GET /oauth/authorize` before a sign-in', '/oauth/authorize', () =>
        get(auth.url + authorizeAddress()),
      );
    });
  });

  describe('of requests to the console', () => {
    const consoles = useConsole();

    it('are recorded', async () => {
      const browser = new ConsoleBrowser(consoles);
      await record('a sign-in at the console', '/bff/login', () => browser.signIn());
      await record('its end', '/bff/callback', async () => ({ status: 200 }));
      await browser.session();
      await consoles.auth.db.many(sql`update console.sessions set access_until = now()`);
      await record('a read through the console, with a new token', '/bff/api/v2/me', () =>
        browser.request('GET', '/bff/api/v2/me'),
      );
      const link = { title: 'A', url: 'https://a.example/', description: LONG_TEXT };
      await record('a change of 60 KB through the console', '/bff/api/v2/content/links', () =>
        browser.request('POST', '/bff/api/v2/content/links', { json: link }),
      );
      const download = '/bff/download/v2/users/export';
      await record('a download through the console', download, () => browser.request('GET', download));
    });
  });

  it('are all listed, in the order in which requests meet them (UPDATE_DOCS=1 npm run jest docs writes them)', async () => {
    const met = [...new Set([...orders.values()].flat())];
    expect([...met].sort()).toEqual(Object.keys(loadLimits).sort());
    const tables = [
      '| request | limits, in the order in which it meets them |',
      '| --- | --- |',
      ...[...orders].map(
        ([title, names]) => `| ${title} | ${names.map((name) => `\`${name}\``).join(', ')} |`,
      ),
      '',
      '| limit | what | at most | owner | over the limit |',
      '| --- | --- | --- | --- | --- |',
      ...met.map(formatLimit),
    ].join('\n');
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(markers);
    const { code: expectedText } = await format(
      file,
      text.replace(markers, (_all, start: string, end: string) => `${start}\n\n${tables}\n\n${end}`),
      { printWidth: 110 },
    );
    if (process.env['UPDATE_DOCS']) writeFileSync(file, expectedText);
    expect(readFileSync(file, 'utf8')).toBe(expectedText);
  });
});
