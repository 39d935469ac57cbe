import { sql } from '@app/database';
import { request } from 'undici';
import { accounts, useAuthServers } from './auth-stack.js';
import { oneTimeToken } from './links.js';
import { expectPage } from './requests.js';
import { authorizeAddress, parseForms, obtainCode, TestBrowser } from './test-browser.js';

const stack = useAuthServers(1, { PORTAL_FRONT_END: 'http://{portal}:8080{path}' });
const spellings = ['/oauth/authorize', '/oauth/%61uthorize', '/%6fauth/authorize/', '/oauth/authorize/'];
const origin = 'https://spa.example';
const portalHost = 'a.learning.localhost';

const link = (redirectPath?: string) => oneTimeToken(stack, accounts.learnerA, 1, redirectPath);
/** With a Host header, which fetch does not allow. */
async function fetchPath(
  path: string,
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST',
  more: Record<string, string> = {},
  body?: string,
) {
  const headers = { host: portalHost, origin, ...more };
  const answer = await request(`${stack.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

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
    for (const path of spellings) expect((await fetchPath(path, 'GET')).status).toBe(400);
  });

  it('a login link continues to the portal’s front end', async () => {
    const page = await fetchPath(`/?oneTimeToken=${await link('/courses/$&?x=$1')}`, 'GET');
    const form = parseForms(page.text)[0]!;
    const cookie = [page.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';')[0])
      .join('; ');
    const type = {
      cookie,
      origin: `http://${portalHost}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams(form.fields).toString();
    const nextPage = await fetchPath(form.action, 'POST', type, body);
    expect([nextPage.status, nextPage.headers['refresh']]).toEqual([
      200,
      '0; url=http://a.learning.localhost:8080/courses/$&?x=$1',
    ]);
  });
});

describe('the language of error pages', () => {
  const english = { 'accept-language': 'en' };

  it('is the language in ui_locales, otherwise the browser’s', async () => {
    const browser = new TestBrowser(stack);
    const page = (address: string) => browser.get(address, english);
    expect((await page('/oauth/authorize?client_id=nobody&ui_locales=xx+de-AT')).text).toContain(
      '<html lang="de">',
    );
    expect((await page('/oauth/authorize?client_id=nobody&ui_locales=fr')).text).toContain(
      '<html lang="fr">',
    );
    expect((await page('/oauth/authorize?client_id=nobody&ui_locales=xx')).text).toContain(
      '<html lang="en">',
    );
    expect((await browser.get('/oauth/authorize', { 'accept-language': 'de' })).text).toContain(
      '<html lang="de">',
    );
  });

  it('is that of the request when one of its forms is refused', async () => {
    const browser = new TestBrowser(stack, 0, english);
    await browser.get(authorizeAddress({ scope: 'group.read', ui_locales: 'de' }));
    await browser.login();
    const { action, fields } = browser.form('/oauth/authorize/consent');
    await browser.allow();
    const again = await browser.post(action, { ...fields, decision: 'allow' });
    expectPage(again);
    expect(again.text).toContain('<html lang="de">');
  });
});
