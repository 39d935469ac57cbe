import { sql } from '@app/database';
import { RawConnection, sendRaw, type RawAnswer, expectPrivateLog, privateRequests } from '@app/testing';
import { pino } from 'pino';
import { C1, OPS, useAuthServers } from './auth-stack.js';
import { readAnswer, applicationToken, bearer, get, post, token, code } from './requests.js';
import { createAuthServer } from '../src/app.js';
import { loadSettings } from '../src/config.js';
import { authServerDocument } from '../src/edge/openapi/index.js';

const stack = useAuthServers();

const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Warning, WWW-Authenticate',
};

describe('unusual requests to the authorization server', () => {
  const raw = (method: string, path: string, headers = '') =>
    sendRaw(stack.url, `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);

  const expectOAuth = (answer: RawAnswer, status: number) => {
    expect({ status: answer.status, ...answer.headers }).toMatchObject({
      status,
      ...cors,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'x-request-id': expect.stringMatching(/^req_/),
    });
    const body = JSON.parse(answer.text) as { message: string };
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: body.message,
      hint: expect.any(String),
      message: expect.any(String),
    });
  };
  const expectEnvelope = (answer: RawAnswer, status: number, error_code: string) => {
    expect({ status: answer.status, ...answer.headers }).toMatchObject({
      status,
      ...cors,
      'content-type': 'application/json',
    });
    expect(JSON.parse(answer.text)).toEqual({
      code: status,
      error_code,
      message: expect.any(String),
      ref: answer.headers['x-request-id'],
    });
  };

  it.each([33_000, 60_000])('a URL of %i bytes is 414, in the format of its area', async (length) => {
    const query = `?x=${'a'.repeat(length)}`;
    expectOAuth(await raw('GET', `/oauth/token${query}`), 414);
    expectEnvelope(await raw('GET', `/client${query}`), 414, 'uri_too_long');
  });

  it('headers over the parser’s limit are 431, broken percent-encoding is 400', async () => {
    expectOAuth(await raw('GET', '/oauth/token', `X-Long: ${'a b '.repeat(15_000)}\r\n`), 431);
    expectOAuth(await raw('GET', '/oauth/%zz'), 400);
    expectEnvelope(await raw('GET', '/client/%zz'), 400, 'bad_request');
  });

  it.each([
    ['an address', '/oauth/authorize?x=', 'a', 414, 'uri_too_long'],
    ['headers', '/client HTTP/1.1\r\nX-Long: ', 'a b ', 431, 'headers_too_large'],
  ])(
    '%s in small pieces, which the parser does not keep: refused immediately, in both formats',
    async (_, begin, piece, status, code) => {
      const connection = await RawConnection.open(stack.url);
      // once another request is answered, everything sent before it has been read
      const send = async (text: string) => {
        await connection.write(text);
        await get(`${stack.url}/health/live`);
      };
      await send(`GET ${begin}`);
      for (let sent = 0; sent < 60_000 && !connection.isEnded; sent += 1_000)
        await send(piece.repeat(1_000 / piece.length));
      const answer = await connection.answer();
      expect({ status: answer.status, ...answer.headers }).toMatchObject({
        status,
        ...cors,
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
      const body = JSON.parse(answer.text) as { message: string };
      expect(body).toEqual({
        error: 'invalid_request',
        error_description: body.message,
        hint: body.message,
        message: expect.any(String),
        code: status,
        error_code: code,
        ref: answer.headers['x-request-id'],
      });
    },
  );

  it('all of these are logged, without secrets', () => {
    const lines = stack.log.map(
      (line) => JSON.parse(line) as { url?: string; status?: number; ref?: string },
    );
    const logged = (url: string) =>
      lines.filter((line) => line.url?.startsWith(url)).map(({ status, ref }) => [status, ref?.slice(0, 4)]);
    expect(logged('/oauth/%zz')).toEqual([[400, 'req_']]);
    expect(logged('/client/%zz')).toEqual([[400, 'req_']]);
    expect(logged('/client?x=')).toEqual([
      [414, 'req_'],
      [414, 'req_'],
    ]);
  });

  it('CONNECT is 405 with Allow', async () => {
    const answer = await raw('CONNECT', '/oauth/token');
    expectOAuth(answer, 405);
    expect(answer.headers['allow']).toBe('POST');
  });

  it('methods unknown to the parser are a bare 400', async () => {
    const answer = await raw('NONSENSE', '/oauth/token');
    expect([answer.status, answer.text]).toEqual([400, '']);
  });

  it('refusals have CORS headers', async () => {
    const refused = [
      await post(`${stack.url}/oauth/token`, {
        grant_type: 'x',
        client_id: C1.clientId,
        client_secret: 'no',
      }),
      await post(`${stack.url}/oauth/revoke`, {}),
      await get(`${stack.url}/oauth/validate`),
      await get(`${stack.url}/oauth/nothing`),
      await get(`${stack.url}/client`),
      await readAnswer(await fetch(`${stack.url}/client`, { method: 'PATCH' })),
    ];
    for (const { status, headers } of refused) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(Object.fromEntries(headers)).toMatchObject(cors);
    }
  });

  it('our own errors are 500 in the format of their area, without any detail', async () => {
    const { body } = await token(stack, { grant_type: 'client_credentials' });
    const shown = async (path: string, init: RequestInit) => {
      const answer = await fetch(`${stack.url}${path}`, init);
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.json(),
      };
    };
    await stack.db.many(sql`alter table auth.clients rename to broken`);
    try {
      const oauth = await shown('/oauth/token', {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }),
      });
      const message = 'Something went wrong on our side.';
      expect(oauth).toMatchObject({
        status: 500,
        headers: {
          ...cors,
          'content-type': 'application/json',
          'cache-control': 'no-store',
          pragma: 'no-cache',
        },
      });
      expect(oauth.body).toEqual({
        error: 'server_error',
        error_description: message,
        hint: message,
        message,
      });
      const client = await shown('/client/x', { method: 'DELETE', headers: bearer(body.access_token) });
      expect(client).toMatchObject({ status: 500, headers: { ...cors, 'content-type': 'application/json' } });
      expect(client.body).toEqual({
        code: 500,
        error_code: 'internal_error',
        message,
        ref: client.headers['x-request-id'],
      });
    } finally {
      await stack.db.many(sql`alter table auth.broken rename to clients`);
    }
  });

  describe('limits', () => {
    const json = (path: string, bytes: number, headers = {}) => {
      const empty = JSON.stringify({ grant_type: 'password', x: '' });
      const body = JSON.stringify({ grant_type: 'password', x: 'x'.repeat(bytes - empty.length) });
      expect(body.length).toBe(bytes);
      return post(`${stack.url}${path}`, body, { 'content-type': 'application/json', ...headers });
    };

    it('a body of 64 KiB is read on /oauth/*, one byte more is 413', async () => {
      expect((await json('/oauth/token', 65_536)).status).toBe(400); // without client_id
      const refused = await json('/oauth/token', 65_537);
      expect([refused.status, refused.body.error]).toEqual([413, 'invalid_request']);
      expect((await json('/oauth/revoke', 65_537)).status).toBe(413);
    });

    it('on /client it is 1 MiB, once the token is good', async () => {
      expect((await json('/client', 1_048_577)).status).toBe(401);
      const bearer = { authorization: `Bearer ${await applicationToken(stack, OPS)}` };
      expect((await json('/client', 1_048_576, bearer)).status).toBe(400);
      const refused = await json('/client', 1_048_577, bearer);
      expect(code(refused)).toEqual([413, 'payload_too_large']);
    });
  });
});

describe('the configured limit of bodies', () => {
  const stack = useAuthServers(1, { MAX_BODY_BYTES: '4096' });
  const form = (path: string, bytes: number, headers = {}) =>
    post(`${stack.url}${path}`, `a=${'x'.repeat(bytes - 2)}`, headers);

  it('applies', async () => {
    const bearer = { authorization: `Bearer ${await applicationToken(stack, OPS)}` };
    expect([
      (await form('/client', 4_096, bearer)).status,
      (await form('/client', 4_097, bearer)).status,
    ]).toEqual([400, 413]);
  });
});

describe('the request log of the authorization server', () => {
  it('contains no token from a path and no personal value from a query, whatever the route and the host', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const settings = loadSettings(stack.settings);
    const { app, routes } = await createAuthServer(settings, { clock: stack.clock, logger });
    try {
      await app.listen(0, '127.0.0.1');
      const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
      const requests = privateRequests(
        routes.entries,
        await authServerDocument(app, settings),
        (name) => /^client_?id$/i.test(name), // public by RFC 6749 2.2
      );
      expect(requests.length).toBeGreaterThan(50);
      for (const host of ['x', 'a.learning.localhost']) await expectPrivateLog(url, requests, lines, host);
      lines.length = 0;
      const shown = '/oauth/authorize?client_id=c1-app&scope=lo.read&state=[redacted]';
      await sendRaw(
        url,
        'GET /oauth/authorize?client_id=c1-app&scope=lo.read&state=x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      );
      expect(lines.join()).toContain(`"url":"${shown}"`);
    } finally {
      await app.close();
    }
  });
});
