import { eventually, temporaryFolder } from '@app/testing';
import { gzipSync, gunzipSync } from 'node:zlib';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRegistry, metrics } from '@app/metrics';
import { request } from 'undici';
import { ConsoleBrowser, useConsole } from './console-stack.js';
import { accounts } from '../../auth-server/test/auth-stack.js';

const folder = temporaryFolder();
const PAGE = '<!doctype html><html><div id="root"></div></html>';
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), PAGE);
writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, 'assets', 'main-1a2b3c.js'), 'console.log(1)');
writeFileSync(join(folder, 'assets', 'main-1a2b3c.js.gz'), gzipSync('console.log(1)'));

const stack = useConsole(1, {}, { webFolder: folder });

describe('the pages', () => {
  const get = (path: string, headers: Record<string, string> = {}) => stack.http[0]!.get(path, { headers });

  it.each(['/', '/webhooks', '/webhooks/7/deliveries/12', '/applications/a.b'])(
    '%s is the page',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.text]).toEqual([200, PAGE]);
      expect(answer.headers).toMatchObject({
        'content-type': expect.stringContaining('text/html'),
        'cache-control': 'no-cache',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "font-src 'self'",
          "img-src 'self' https: https://api.test",
          "connect-src 'self'",
          'frame-src https://api.test',
          "form-action 'self'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ].join(';'),
      });
    },
  );

  it('load assets that are kept for good, as they were compressed', async () => {
    const answer = await get('/assets/main-1a2b3c.js');
    expect([answer.status, answer.text]).toEqual([200, 'console.log(1)']);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(
      (await get('/assets/main-1a2b3c.js', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
    ).toBe('gzip');
    expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml');
  });

  it.each([
    '/assets/other.js',
    '/assets/.main-1a2b3c.js',
    '/assets/%2e%2e%2findex.html',
    '/bff',
    '/bff/x',
    '/health/x',
  ])('%s is nothing', async (path) => {
    expect((await get(path)).text).not.toBe(PAGE);
  });

  it('contain the metrics in the list', async () => {
    const registry = createRegistry('console');
    const text = await registry.metrics();
    for (const name of ['console_sessions', 'console_refreshes_total', 'console_forwarded_total'])
      expect(text).toContain(`# TYPE ${name}`);
    expect(text).not.toContain('redis_command');
    await eventually(
      'counted sessions',
      () => registry.metrics(),
      (all) => /^console_sessions \d+$/m.test(all),
    );
  });

  it('are healthy without the other servers, and count what they forward', async () => {
    expect((await get('/health/ready')).body).toEqual({
      status: 'ok',
      checks: { postgres: 'ok', schema: 'ok' },
    });
    const browser = new ConsoleBrowser(stack);
    await browser.signIn();
    const before = await countForwarded();
    await browser.request('GET', '/bff/api/v2/me');
    expect(await countForwarded()).toBe(before + 1);
  });
});

/** The requests to the API that were answered with 200; of the whole process, so tests compare two of them. */
async function countForwarded(): Promise<number> {
  const { values } = await metrics.console_forwarded_total.get();
  return values.find(({ labels }) => labels.server === 'api' && labels.status === 200)?.value ?? 0;
}

describe('answers', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await ConsoleBrowser.signedIn(stack);
  });

  /** @returns the headers of the answer, and its bytes as they were sent */
  async function receive(
    path: string,
    accepted = 'gzip, deflate, br, zstd',
    { json, ...headers }: Record<string, string> = {},
  ) {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(stack.http[0]!.baseUrl + path, {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        ...browser.pageHeaders,
        cookie,
        'accept-encoding': accepted,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: json }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, bytes };
  }

  const LONG = '/bff/api/v2/limits';

  it.each([
    ['a long one', LONG],
    ['an export', '/bff/download/v2/users/export?format=csv'],
    ['an export, line by line', '/bff/download/v2/users/export'],
  ])('reach a browser compressed: %s', async (_, path) => {
    const plain = await receive(path, 'identity');
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    const { headers, bytes } = await receive(path);
    const same = ['content-type', 'content-disposition', 'etag'];
    expect(same.map((name) => headers[name])).toEqual(same.map((name) => plain.headers[name]));
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect([undefined, String(bytes.length)]).toContain(headers['content-length']);
    expect(gunzipSync(bytes).toString()).toBe(plain.bytes.toString());
  });

  it('take a third of the bytes', async () => {
    const { length } = (await receive(LONG, 'identity')).bytes;
    expect((await receive(LONG)).bytes.length).toBeLessThan(length / 3);
  });

  it.each([
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['deflate, gzip;q=1.0, *;q=0.1', true],
    ['', false],
    ['br', false],
    ['gzip;q=0', false],
    ['gzip;q=0.0, br', false],
    ['x-gzip-like', false],
  ])('follow Accept-Encoding: %j', async (accepted, isCompressed) => {
    const { headers } = await receive(LONG, accepted);
    expect(headers['content-encoding']).toBe(isCompressed ? 'gzip' : undefined);
  });

  it.each([
    ['the session, which has the value that changes carry', '/bff/session', {}, 200],
    ['a short one', '/bff/api/v2/me', {}, 200],
    ['a refusal', '/bff/api/v2/users?limit=-1', {}, 400],
    [
      'what a change answers, as it may hold a new secret',
      '/bff/api/v2/webhooks',
      { json: JSON.stringify({ url: `https://partner.example/${'a'.repeat(1_500)}` }) },
      201,
    ],
  ])('are not compressed: %s', async (_, path, sent, status) => {
    const answer = await receive(path, 'gzip', sent);
    expect([answer.status, answer.headers['content-encoding']]).toEqual([status, undefined]);
  });

  it('answer 304 without a body if nothing has changed', async () => {
    const path = `/bff/api/v2/users/${accounts.adminA}`;
    const { headers } = await receive(path);
    const again = await receive(path, 'gzip', { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.headers['content-encoding'], again.bytes.length]).toEqual([
      304,
      undefined,
      0,
    ]);
  });
});

describe('the pages before they are built', () => {
  const stack = useConsole(
    1,
    { AUTH_URL: 'http://127.0.0.1:9', API_URL: 'http://127.0.0.1:9' },
    { webFolder: '/nowhere' },
  );

  it('describe their state in one sentence', async () => {
    const answer = await stack.http[0]!.get('/');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('run npm run build');
  });

  it('answer 503 to a sign-in while the authorization server is unavailable', async () => {
    const answer = await stack.http[0]!.get('/bff/login');
    expect(answer).toMatchObject({ status: 503, body: { error_code: 'temporarily_unavailable' } });
  });
});
