import { sql } from '@app/database';
import { alterCharacter, WAIT_TIMEOUT_MS, RawConnection } from '@app/testing';
import { accounts } from '../../auth-server/test/auth-stack.js';
import { token } from '../../auth-server/test/requests.js';
import { CONSOLE_ORIGIN, ConsoleBrowser, LOGIN_COOKIE, SESSION_COOKIE, useConsole } from './console-stack.js';

const stack = useConsole();
const refused = { status: 403, body: { error_code: 'csrf_refused' } };
const unknown = { status: 404, body: { error_code: 'not_found' } };

let browser: ConsoleBrowser;
beforeAll(async () => {
  browser = await ConsoleBrowser.signedIn(stack);
});

describe('a page of another site', () => {
  const forwarded = [
    '/bff/api/v2/me',
    '/bff/auth/applications',
    '/bff/session',
    '/bff/download/v2/users/export',
  ];

  it.each(forwarded)('cannot read %s', async (path) => {
    for (const site of ['cross-site', 'same-site', 'none', undefined]) {
      const headers = { 'x-console': '1', ...(site && { 'sec-fetch-site': site }) };
      expect(await browser.send('GET', path, { headers })).toMatchObject(refused);
    }
  });

  it('cannot read without the header that needs a preflight, but a download is a link', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect(await browser.send('GET', '/bff/api/v2/me', { headers })).toMatchObject(refused);
    expect((await browser.send('GET', '/bff/download/v2/users/export', { headers })).status).toBe(200);
    const path = '/bff/download/v2/users/export?format=pdf';
    expect((await browser.send('GET', path, { headers })).body.error_code).toBe('validation_failed');
    const shown = await browser.send('GET', path, { headers: { ...headers, accept: 'text/html' } });
    expect([shown.status, shown.headers['location']]).toEqual([
      303,
      expect.stringMatching(/^\/problem\?code=validation_failed&/),
    ]);
  });

  it('gets no answer to a preflight, and no answer names another origin', async () => {
    const preflight = await browser.send('OPTIONS', '/bff/api/v2/me', {
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBeGreaterThanOrEqual(400);
    for (const answer of [
      preflight,
      await browser.request('GET', '/bff/api/v2/me'),
      await browser.send('GET', '/'),
    ])
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('cannot change anything without the value of the session', async () => {
    const json = { title: 'x' };
    for (const csrf of [undefined, '', 'x', browser.csrf.slice(1)]) {
      const headers = { 'x-console': '1', 'sec-fetch-site': 'same-origin', ...(csrf && { 'x-csrf': csrf }) };
      expect(await browser.send('POST', '/bff/api/v2/collections', { headers, json })).toMatchObject(refused);
    }
    expect((await browser.request('POST', '/bff/api/v2/collections', { json })).status).toBe(201);
  });

  it('cannot show the console in a frame', async () => {
    const { headers } = await browser.send('GET', '/webhooks');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('cannot sign one person in as another (login CSRF)', async () => {
    const attacker = new ConsoleBrowser(stack);
    const callback = await attacker.approve('manager@a.example');
    const victim = new ConsoleBrowser(stack);
    const noCookie = await victim.send('GET', callback);
    expect([noCookie.status, noCookie.headers['location']]).toEqual([303, '/?sign_in=failed']);
    await victim.send('GET', '/bff/login');
    expect((await victim.send('GET', callback)).headers['location']).toBe('/?sign_in=failed');
    expect(victim.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it('cannot use a callback twice, change the sealed sign-in, or use it after ten minutes', async () => {
    const other = new ConsoleBrowser(stack);
    const callback = await other.approve();
    const sealed = other.cookies.get(LOGIN_COOKIE)!;
    other.cookies.set(LOGIN_COOKIE, alterCharacter(sealed, 10));
    expect((await other.send('GET', callback)).headers['location']).toBe('/?sign_in=failed');
    other.cookies.set(LOGIN_COOKIE, sealed);
    stack.auth.clock.advance(601);
    expect((await other.send('GET', callback)).headers['location']).toBe('/?sign_in=failed');
    stack.auth.clock.reset();
    other.cookies.set(LOGIN_COOKIE, sealed);
    expect((await other.send('GET', callback)).headers['location']).toBe('/');
    other.cookies.set(LOGIN_COOKIE, sealed);
    expect((await other.send('GET', callback)).headers['location']).toBe('/?sign_in=failed');
  });
});

describe('a way back that leads elsewhere', () => {
  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/%09/evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    '/.//evil.test',
    '/bff/logout',
    'webhooks',
    '',
  ])('%j is not followed', async (returnPath) => {
    const other = new ConsoleBrowser(stack);
    const answer = await other.signIn('admin@a.example', `?to=${encodeURIComponent(returnPath)}`);
    const location = new URL(String(answer.headers['location']), CONSOLE_ORIGIN);
    expect([location.origin, location.pathname.startsWith('//')]).toEqual([CONSOLE_ORIGIN, false]);
    expect(location.pathname).not.toMatch(/^\/bff/);
  });
});

describe('a request that is not on the list', () => {
  it.each([
    ['POST', '/bff/api/v2/onboard'],
    ['GET', '/bff/api/docs-json'],
    ['GET', '/bff/api/health/ready'],
    ['POST', '/bff/auth/oauth/token'],
    ['GET', '/bff/auth/oauth/authorize'],
    ['GET', '/bff/auth/docs'],
    ['GET', '/bff/api/v2/users/..'],
    ['GET', '/bff/api/v2/users/%2e%2e'],
    ['GET', '/bff/api/v2/users/%2e%2e%2fme'],
    ['GET', '/bff/api/v2%2fme'],
    ['GET', '/bff/api//v2/me'],
    ['GET', '/bff/api/v2/me/'],
    ['GET', '/bff//api/v2/me'],
    ['GET', '/bff/%61pi/v2/me'],
    ['GET', '/bff/auth/v2/me'],
    ['GET', '/bff/nothing'],
    ['DELETE', '/bff/api/v2/me'],
    ['POST', '/bff/download/v2/collections'],
  ])('%s %s is unknown', async (method, path) => {
    expect(await browser.request(method, path)).toMatchObject(unknown);
  });

  it.each([
    'GET http://evil.test/bff/api/v2/me HTTP/1.1',
    'GET /bff/api/../api/v2/me HTTP/1.1',
    'GET /bff/api/v2/users/../me HTTP/1.1',
    'GET /bff/api/@evil.test/v2/me HTTP/1.1',
    'TRACE /bff/api/v2/me HTTP/1.1',
  ])('%s is not forwarded', async (line) => {
    const connection = await RawConnection.open(stack.http[0]!.baseUrl);
    const cookie = `${SESSION_COOKIE}=${browser.cookies.get(SESSION_COOKIE)}`;
    const headers = `host: console.test\r\ncookie: ${cookie}\r\nx-console: 1\r\nsec-fetch-site: same-origin\r\nconnection: close`;
    await connection.write(`${line}\r\n${headers}\r\n\r\n`);
    const answer = await connection.answer();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain('admin@a.example');
  });

  it('an upgrade is refused', async () => {
    const connection = await RawConnection.open(stack.http[0]!.baseUrl);
    const cookie = `${SESSION_COOKIE}=${browser.cookies.get(SESSION_COOKIE)}`;
    await connection.write(
      `GET /bff/api/v2/me HTTP/1.1\r\nhost: console.test\r\ncookie: ${cookie}\r\nx-console: 1\r\nsec-fetch-site: same-origin\r\nupgrade: websocket\r\nconnection: close, upgrade\r\n\r\n`,
    );
    expect((await connection.answer()).status).toBe(200);
  });
});

describe('headers of the browser', () => {
  it('name no other person, and no other address than the connection has', async () => {
    const { body } = await token(stack.auth, {
      grant_type: 'password',
      username: 'manager@a.example',
      password: 'Demo-pass-1234',
    });
    const answer = await browser.request('GET', '/bff/api/v2/me', {
      headers: {
        authorization: `Bearer ${body.access_token}`,
        'x-user-token': body.access_token as string,
        'x-forwarded-host': 'evil.test',
        forwarded: 'for=9.9.9.9',
      },
    });
    expect(answer).toMatchObject({ status: 200, body: { id: accounts.adminA } });
  });

  it('do not reach the other side, and neither do its cookies and policies', async () => {
    const answer = await browser.request('GET', `/bff/api/v2/users/${accounts.learnerA}`);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(answer.headers['etag']).toBeDefined();
    const again = await browser.request('GET', `/bff/api/v2/users/${accounts.learnerA}`, {
      headers: { 'if-none-match': String(answer.headers['etag']) },
    });
    expect(again.status).toBe(304);
  });

  it('record the person’s address in the audit log', async () => {
    const json = { client_name: 'Ours', redirect_uri: 'https://ours.example/cb' };
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const answer = await browser.request('POST', '/bff/auth/applications', { json, headers });
    expect(answer.status).toBe(201);
    const [row] = await stack.auth.db.many<{ ip: string }>(sql`
      select ip::text as ip from auth.audit_log where event = 'client.created' order by id desc limit 1`);
    expect(row).toEqual({ ip: '203.0.113.7' });
  });
});

describe('a session', () => {
  it('cannot be fixed by planting a cookie', async () => {
    const other = new ConsoleBrowser(stack);
    other.cookies.set(SESSION_COOKIE, 'A'.repeat(43));
    await other.signIn();
    expect(other.cookies.get(SESSION_COOKIE)).not.toBe('A'.repeat(43));
    expect((await other.session()).status).toBe(200);
  });

  it('is dead soon after the account is blocked', async () => {
    const other = await ConsoleBrowser.signedIn(stack, 'manager@a.example');
    const json = { status: false };
    expect((await browser.request('PATCH', `/bff/api/v2/users/${accounts.managerA}`, { json })).status).toBe(
      200,
    );
    const end = Date.now() + WAIT_TIMEOUT_MS;
    let answer = await other.request('GET', '/bff/api/v2/me');
    while (answer.status === 200 && Date.now() < end) answer = await other.request('GET', '/bff/api/v2/me');
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'session_ended' } });
    await browser.request('PATCH', `/bff/api/v2/users/${accounts.managerA}`, { json: { status: true } });
  });

  it('gets no token in any answer', async () => {
    const texts = [
      await browser.session(),
      await browser.request('GET', '/bff/api/v2/me'),
      await browser.request('GET', '/bff/auth/applications'),
    ].map(({ text, headers }) => text + JSON.stringify(headers));
    for (const text of texts) expect(text).not.toMatch(/eyJ[\w-]+\.eyJ|access_token|refresh_token/);
    expect(stack.log.join('')).not.toMatch(/eyJ[\w-]+\.eyJ|console-secret/);
  });
});

describe('bodies', () => {
  it('may have a mebibyte', async () => {
    const description = 'x'.repeat(1_048_576);
    const answer = await browser.request('POST', '/bff/api/v2/collections', {
      json: { title: 'x', description },
    });
    expect(answer).toMatchObject({ status: 413, body: { error_code: 'payload_too_large' } });
  });
});
