import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { accounts } from '../../auth-server/test/auth-stack.js';
import { ConsoleBrowser, useConsole } from './console-stack.js';

const stack = useConsole();
let browser: ConsoleBrowser;
beforeAll(async () => {
  browser = new ConsoleBrowser(stack);
  await browser.signIn();
  await browser.session();
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

describe('answers', () => {
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
