import { sql } from '@app/database';
import { METHODS } from 'node:http';
import { accounts, useAuthServers } from './auth-stack.js';
import { oneTimeToken } from './links.js';
import { expectPage, requestHost } from './requests.js';
import { authorizeAddress, parseForms, obtainCode, TestBrowser } from './test-browser.js';

const stack = useAuthServers(1, { PORTAL_FRONT_END: 'http://{portal}:8080{path}' });
const spellings = ['/oauth/authorize', '/oauth/%61uthorize', '/%6fauth/authorize/', '/oauth/authorize/'];
const origin = 'https://spa.example';
const browsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const portalHost = 'a.learning.localhost';

const link = (redirectPath?: string) => oneTimeToken(stack, accounts.learnerA, 1, redirectPath);
const fetchPath = (
  path: string,
  method?: string,
  headers: Record<string, string> = {},
  form?: Record<string, string>,
) => requestHost(`${stack.url}${path}`, { host: portalHost, origin, ...headers }, form, method);

describe.each(spellings)('%s is the page of the authorization endpoint', (path) => {
  const address = (parameters?: Record<string, string>) =>
    authorizeAddress(parameters).replace('/oauth/authorize', path);

  it('HEAD uses nothing up and starts nothing, and has the headers of pages', async () => {
    const browser = new TestBrowser(stack);
    await obtainCode(stack, { scope: 'lo.read' }, { browser });
    const count = async () =>
      stack.db.many(sql`
        select (select count(*) from auth.codes) codes, (select count(*)
          from auth.authorization_requests) asked`);
    const before = await count();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const head = await fetch(`${stack.url}${address({ scope: 'lo.read' })}`, {
      method: 'HEAD',
      headers: { cookie, origin },
      redirect: 'manual',
    });
    expect([head.status, head.headers.get('location'), head.headers.get('set-cookie')]).toEqual([
      200,
      null,
      null,
    ]);
    expect(await count()).toEqual(before);
    const page = await browser.get(address({ scope: 'user.read' }));
    expect(page.status).toBe(200);
    for (const name of [
      'cache-control',
      'content-type',
      'pragma',
      'referrer-policy',
      'x-content-type-options',
      'x-frame-options',
    ]) {
      expect([name, head.headers.get(name)]).toEqual([name, page.headers.get(name)]);
    }
    expect(head.headers.get('content-security-policy')).toContain("form-action 'self';");
  });

  it('no CORS headers, not even for preflight, and refusals are pages', async () => {
    const browser = new TestBrowser(stack);
    const refused = await browser.get(path, { origin });
    expectPage(refused);
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    expect((await browser.get(address(), { origin })).headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await fetch(`${stack.url}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

it('the token endpoint answers other origins, however its path is encoded', async () => {
  for (const path of ['/oauth/token', '/oauth/%74oken']) {
    const answer = await fetch(`${stack.url}${path}`, { method: 'POST', headers: { origin } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
  }
});

describe('pages on portal hosts', () => {
  it.each([
    ['a login link', async () => `/?oneTimeToken=${await link()}`],
    ['a signed-in person', () => '/'],
    ['a dead link', () => '/welcome?oneTimeToken=dead'],
    ['anything else', () => '/%6fther'],
  ])('%s: no CORS headers', async (_, path) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'] as const) {
      const { headers } = await fetchPath(await path(), method, { 'access-control-request-method': 'GET' });
      expect([method, headers['access-control-allow-origin']]).toEqual([method, undefined]);
    }
  });

  it('the authorization endpoint works there, however its path is encoded', async () => {
    for (const path of spellings) expect((await fetchPath(path)).status).toBe(400);
  });

  it('a login link continues to the portal’s front end', async () => {
    const page = await fetchPath(`/?oneTimeToken=${await link('/courses/$&?x=$1')}`);
    const form = parseForms(page.text)[0]!;
    const headers = { cookie: page.cookie, origin: `http://${portalHost}` };
    const nextPage = await fetchPath(form.action, 'POST', headers, form.fields);
    expect([nextPage.status, nextPage.headers['refresh']]).toEqual([
      200,
      '0; url=http://a.learning.localhost:8080/courses/$&?x=$1',
    ]);
  });
});

describe('methods that an address does not support', () => {
  let methodsByPath: Map<string, Set<string>>;

  beforeAll(() => {
    methodsByPath = new Map();
    for (const { method, url } of stack.routes[0]!.entries) {
      const path = url.replaceAll(/:[^/]+/g, 'x');
      methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(method));
    }
  });

  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    requestHost(`${stack.url}${path}`, headers, undefined, method);
  /** Those known to the parser; Node's client does not support CONNECT here, and HEAD has no body to check. */
  const refused = (path: string) =>
    METHODS.filter(
      (method) => !['CONNECT', 'HEAD'].includes(method) && !methodsByPath.get(path)!.has(method),
    );
  const allowed = ({ headers }: Awaited<ReturnType<typeof send>>) =>
    String(headers['allow']).split(', ').sort();

  it('405 with Allow and JSON for programs, on every route', async () => {
    expect(methodsByPath.size).toBeGreaterThan(25);
    for (const [path, methods] of methodsByPath) {
      expect(refused(path).length).toBeGreaterThan(20);
      for (const method of refused(path)) {
        const answer = await send(method, path);
        expect([method, path, answer.status]).toEqual([method, path, 405]);
        expect(allowed(answer)).toEqual([...methods].sort());
        expect(answer.headers['content-type']).toBe('application/json');
        const body = JSON.parse(answer.text) as { error?: string; error_code?: string };
        expect(body.error ?? body.error_code).toBe(
          path.startsWith('/oauth') || path.startsWith('/.well-known')
            ? 'invalid_request'
            : 'method_not_allowed',
        );
      }
    }
  });

  it.each([
    ['*/*', 'application/json'],
    ['application/json, text/html;q=0.9', 'application/json'],
    ['text/html;q=0', 'application/json'],
    [browsers, 'text/html; charset=utf-8'],
    ['text/*', 'text/html; charset=utf-8'],
  ])('Accept: %s: a person’s page answers %s', async (accept, type) => {
    for (const [method, path] of [
      ['DELETE', '/oauth/authorize'],
      ['GET', '/oauth/authorize/consent'],
      ['PUT', '/oauth/account'],
      ['GET', '/oauth/account/end-session'],
    ] as const) {
      const answer = await send(method, path, { accept });
      expect([answer.status, answer.headers['content-type']]).toEqual([405, type]);
      expect(allowed(answer)).toEqual([...methodsByPath.get(path)!].sort());
      if (type !== 'application/json') expect(answer.text).toContain('only accepts our own form');
    }
  });

  it('endpoints for programs answer browsers in JSON too', async () => {
    const answer = await send('GET', '/oauth/token', { accept: browsers });
    expect([answer.status, answer.headers['content-type'], answer.headers['allow']]).toEqual([
      405,
      'application/json',
      'POST',
    ]);
  });

  it('unknown paths get a page for browsers, JSON for programs', async () => {
    for (const path of ['/client/x/y', '/client/x?y=1']) {
      const answer = await send('GET', path, { accept: browsers });
      expect(answer.headers['content-type']).toBe('application/json');
    }
    for (const path of ['/nothing-here', '/oauth', '/oauth/nothing-here']) {
      const [page, json] = [await send('GET', path, { accept: browsers }), await send('GET', path)];
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect([json.status, json.headers['content-type']]).toEqual([404, 'application/json']);
    }
  });

  it('HEAD is 405 for a form’s address, 200 for a page’s', async () => {
    const form = await send('HEAD', '/oauth/authorize/consent');
    expect([form.status, form.headers['allow']]).toEqual([405, 'POST']);
    for (const path of ['/oauth/authorize', '/oauth/account', '/oauth/password/forgotten']) {
      expect((await send('HEAD', path)).status).toBe(200);
    }
    expect((await send('HEAD', '/oauth/account/nothing-here')).status).toBe(404);
  });

  it('every address on a portal’s host supports only GET and HEAD, except the forms', async () => {
    for (const path of ['/', '/anything']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'TRACE']) {
        const answer = await send(method, path, { host: portalHost });
        expect([answer.status, allowed(answer)]).toEqual([405, ['GET', 'HEAD']]);
        expect(answer.headers['content-type']).toBe('application/json');
        const page = await send(method, path, { host: portalHost, accept: browsers });
        expect([page.status, page.headers['content-type']]).toEqual([405, 'text/html; charset=utf-8']);
      }
    }
    expect((await send('GET', '/anything', { host: portalHost })).status).toBe(200);
  });
});

const open = (host: string | undefined, headers: Record<string, string> = {}, path = '/') =>
  requestHost(`${stack.url}${path}`, { accept: browsers, ...(host && { host }), ...headers });

describe('GET / of the authorization server', () => {
  it.each([
    ['en-GB,en;q=0.8', 'en', 'This is where people sign in'],
    ['de-AT', 'de', 'Hier melden sich Personen an'],
    ['fr', 'fr', 'C’est ici que l’on se connecte'],
    ['nl', 'en', 'This is where people sign in'],
  ])('is a page in the browser’s language: %s', async (accepted, language, text) => {
    const page = await open(undefined, { 'accept-language': accepted });
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain(`<html lang="${language}">`);
    expect(page.text).toContain(text);
  });

  it('links only to pages that exist, and sets no cookie', async () => {
    const page = await open(undefined);
    expect(page.headers['set-cookie']).toBeUndefined();
    const links = [...page.text.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!);
    expect(links).toContain(`${stack.settings['API_PUBLIC_URL']}/docs`);
    const ownLinks = links.filter((href) => href.startsWith('/'));
    expect(ownLinks).toHaveLength(4);
    for (const href of ownLinks)
      expect([href, (await open(undefined, {}, href)).status]).toEqual([href, 200]);
  });

  it('is 404 in JSON for programs', async () => {
    for (const accept of ['application/json', '*/*']) {
      const answer = await open(undefined, { accept });
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/json']);
    }
  });
});

it('GET /.well-known/change-password redirects to the page that sets a password', async () => {
  const answer = await open(undefined, {}, '/.well-known/change-password');
  expect([answer.status, answer.headers['location']]).toEqual([302, '/oauth/password/forgotten']);
});

it('GET /docs leads to the documents of both servers', async () => {
  const answer = await open(undefined, {}, '/docs');
  expect([answer.status, answer.headers['location']]).toEqual([
    302,
    `${stack.settings['API_PUBLIC_URL']}/docs`,
  ]);
});

describe('GET / on a portal’s host', () => {
  it('names the portal and links to its front end and to the account page', async () => {
    const page = await open('a.learning.localhost', { 'accept-language': 'de' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Willkommen bei Portal A');
    expect(page.text).not.toContain('abgemeldet');
    expect(page.text).toContain('href="http://a.learning.localhost:8080/"');
    expect(page.text).toContain(`href="${stack.settings['AUTH_PUBLIC_URL']}/oauth/account"`);
  });

  it('answers that an unknown portal does not exist, with links', async () => {
    const page = await open('nobody.learning.localhost', { 'accept-language': 'fr' });
    expect(page.status).toBe(404);
    expect(page.text).toContain('Il n’y a pas de portail à cette adresse.');
    expect(page.text).toContain(`href="${stack.settings['AUTH_PUBLIC_URL']}/"`);
    expect(page.text).not.toContain('nobody');
  });

  it('shows the start page of this server for a name that no portal can have', async () => {
    const page = await open('a.b.learning.localhost');
    expect(page.status).toBe(200);
    expect(page.text).toContain('This is where people sign in');
  });
});
