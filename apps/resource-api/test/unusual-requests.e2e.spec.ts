import { RawConnection, sendRaw, DocumentReader } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ResourceApiHarness, useResourceApi, type TestAccount } from './resource-api.js';

const api = useResourceApi();

const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Warning, WWW-Authenticate',
};

/** Requests that no route answers get the same format as others (contract 2.6). */
describe('unusual requests', () => {
  let admin: TestAccount;
  let get: (path: string) => string;
  beforeAll(async () => {
    admin = await api.administrator();
    get = (path) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nConnection: close\r\n\r\n`;
  });

  const expectEnvelope = (
    answer: { status: number; headers: Record<string, unknown>; text: string },
    status: number,
    error_code: string,
  ) => {
    expect({ status: answer.status, ...answer.headers }).toMatchObject({
      status,
      ...cors,
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/),
    });
    expect(JSON.parse(answer.text)).toEqual({
      code: status,
      error_code,
      message: expect.any(String),
      ref: answer.headers['x-request-id'],
    });
  };

  it.each(['/v2/users/%zz', '/v2/%zz', '/v2/users/%ff', '/%'])('GET %s: 400', async (path) => {
    expectEnvelope(await sendRaw(api.http.baseUrl, get(path)), 400, 'bad_request');
  });

  it('an id of any length is 404', async () => {
    for (const digits of [501, 5_000, 30_000])
      expectEnvelope(
        await sendRaw(api.http.baseUrl, get(`/v2/users/${'9'.repeat(digits)}`)),
        404,
        'not_found',
      );
  });

  it.each([33_000, 50_000, 60_000, 200_000])('a URL of %i bytes is 414', async (length) => {
    const answer = await sendRaw(api.http.baseUrl, get(`/v2/users?x=${'a'.repeat(length)}`));
    expectEnvelope(answer, 414, 'uri_too_long');
  });

  it('a URL that arrives in small pieces is 414 too', async () => {
    const connection = await RawConnection.open(api.http.baseUrl);
    await connection.write('GET /v2/users?x=');
    for (let sent = 0; sent < 60_000 && !connection.isEnded; sent += 1_000)
      await connection.write('a'.repeat(1_000));
    expectEnvelope(await connection.answer(), 414, 'uri_too_long');
  });

  it('headers of 60,000 bytes are 431', async () => {
    const header = `X-Long: ${'a b '.repeat(15_000)}\r\n`;
    const answer = await sendRaw(api.http.baseUrl, `GET /v2/me HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
    expectEnvelope(answer, 431, 'headers_too_large');
  });

  it('CONNECT is 405 with Allow', async () => {
    const other = await sendRaw(api.http.baseUrl, 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n');
    expectEnvelope(other, 405, 'method_not_allowed');
    expect(other.headers['allow']).toBe('');
    const connectAnswer = await sendRaw(api.http.baseUrl, 'CONNECT /v2/me HTTP/1.1\r\nHost: x\r\n\r\n');
    expect([connectAnswer.status, connectAnswer.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['NONSENSE /v2/me HTTP/1.1\r\n\r\n', 'GET /v2/me HTTP/9.9\r\n\r\n', '\0\0\0\0'])(
    'a method unknown to the parser is a bare 400: %j',
    async (text) => {
      const answer = await sendRaw(api.http.baseUrl, text);
      expect([answer.status, answer.text, answer.headers['connection']]).toEqual([400, '', 'close']);
    },
  );

  it('OPTIONS that is not a preflight is treated like other methods', async () => {
    expect((await api.http.send('OPTIONS', '/v2/nothing')).status).toBe(404);
    const knownAnswer = await api.http.send('OPTIONS', '/v2/me');
    expect([knownAnswer.status, knownAnswer.headers['allow']]).toEqual([405, 'GET, HEAD']);
    const origin = { origin: 'https://partner.example' };
    expect((await api.http.send('OPTIONS', '/v2/me', { headers: origin })).status).toBe(405);
  });

  it('a preflight is 204 on every path, with everything that partners send and no credentials', async () => {
    const headers = { origin: 'https://partner.example', 'access-control-request-method': 'PATCH' };
    for (const path of ['/v2/me', '/v2/users/1', '/v2/nothing']) {
      const answer = await api.http.send('OPTIONS', path, { headers });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers).toMatchObject(cors);
      const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ');
      expect(allowed).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'api-version',
          'idempotency-key',
          'if-match',
          'x-user-token',
        ]),
      );
      expect(String(answer.headers['access-control-allow-methods']).split(', ')).toEqual([
        'GET',
        'HEAD',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
      ]);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });
});

describe('while the server closes', () => {
  it('requests on open connections are answered, and nothing is lost', async () => {
    const api = new ResourceApiHarness();
    await api.start();
    const admin = await api.administrator();
    const { baseUrl } = api.http;
    const open = async (method: string, path: string, more = '') => {
      const connection = await RawConnection.open(baseUrl);
      await connection.write(
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\n${more}`,
      );
      return connection;
    };
    const body = JSON.stringify({
      email: 'late@example.com',
      first_name: 'L',
      last_name: 'M',
      password: 'Long-enough-1',
    });
    const half = await open('GET', '/v2/users');
    const writing = await open(
      'POST',
      '/v2/users',
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
    );
    const bad = await open(
      'POST',
      '/v2/content/manual',
      'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    );
    // the server has read what was written before
    expect((await admin.get('/v2/me')).status).toBe(200);
    const unused = await RawConnection.open(baseUrl);
    const closing = api.server.app.close();
    while ((await RawConnection.open(baseUrl).catch(() => undefined)) !== undefined);
    expect((await unused.answer()).text).toBe('');
    await half.write('\r\n');
    await writing.write(body.slice(1));
    await bad.write('}');
    const answers = await Promise.all([half.answer(), writing.answer(), bad.answer()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 400]);
    for (const { headers } of answers) expect(headers['connection']).toBe('close');
    await closing;
    await api.stop();
  });
});

describe('smaller limits', () => {
  const api = useResourceApi(
    { MAX_BODY_BYTES: 4_096 },
    { limits: { MAX_URL_BYTES: 2_048, MAX_JSON_DEPTH: 5, MAX_LIST_LENGTH: 200 } },
  );

  it('apply', async () => {
    const { id, token } = await api.administrator();
    const patch = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      return (await api.http.patch(`/v2/users/${id}`, { token, body, headers })).status;
    };
    const list = (length: number) => `{"x":[${Array.from({ length }, () => 1).join()}]}`;
    expect([await patch(' '.repeat(4_094) + '{}'), await patch(' '.repeat(4_095) + '{}')]).toEqual([
      200, 413,
    ]);
    expect([await patch('{"x":[[[[]]]]}'), await patch('{"x":[[[[[]]]]]}')]).toEqual([200, 400]);
    expect([await patch(list(200)), await patch(list(201))]).toEqual([200, 400]);
    const long = Array.from({ length: 201 }, () => 1);
    for (const [path, json] of [
      ['roles', { roles: long }],
      ['custom_fields.a.b', { custom_fields: { a: { b: long } } }],
      ['body', long],
    ] as const) {
      const { status, body } = await api.http.patch(`/v2/users/${id}`, { token, json });
      expect([status, body.additional_errors]).toEqual([
        400,
        [{ path, message: 'must have at most 200 elements', error_code: 'too_many_values' }],
      ]);
    }
    const get = async (bytes: number) =>
      (await api.http.get(`/v2/me?${'x'.repeat(bytes - 7)}`, { token })).status;
    expect([await get(2_048), await get(2_049)]).toEqual([200, 414]);
  });
});

describe('A method that a documented address does not have', () => {
  const { document } = new DocumentReader(readFileSync(join('docs', 'openapi', 'resource-api.json'), 'utf8'));
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  let admin: TestAccount;
  beforeAll(async () => {
    admin = await api.administrator(await api.portal());
  });

  const addresses = Object.entries(document.paths).map(([path, operations]): [string, string[]] => [
    path,
    Object.keys(operations).map((method) => method.toUpperCase()),
  ]);
  it.each(addresses)('of %s is answered by 405 and those that it has', async (path, has) => {
    const address = path.replace(/\{\w+\}/g, '1');
    const expected = [...has, ...(has.includes('GET') ? ['HEAD'] : [])].sort();
    for (const method of methods.filter((one) => !has.includes(one))) {
      for (const requestMethod of [address, `${address}/`, `${address}?limit=1`]) {
        const answer = await api.http.send(method, requestMethod, { token: admin.token });
        expect([method, requestMethod, answer.status, answer.body.error_code]).toEqual([
          method,
          requestMethod,
          405,
          'method_not_allowed',
        ]);
        expect(String(answer.headers['allow']).split(', ').sort()).toEqual(expected);
      }
    }
  });

  it('includes paths that another route’s pattern matches, such as /v2/users/export', () => {
    const patterns = addresses.filter(([path]) => path.includes('{'));
    const matched = addresses.filter(
      ([path]) =>
        !path.includes('{') &&
        patterns.some(([pattern]) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)),
    );
    expect(matched.map(([path]) => path)).toEqual(
      expect.arrayContaining(['/v2/users/export', '/v2/enrollments/award']),
    );
  });
});
