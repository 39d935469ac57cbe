import { C1, P1, password, useAuthServers, c1Credentials } from '../auth-stack.js';
import { readAnswer, expectRefusal, post, token, passwordTokens } from '../requests.js';
import { obtainCode } from '../test-browser.js';

const stack = useAuthServers();
const good = { grant_type: 'client_credentials', ...c1Credentials };
const json = (body: string) => post(`${stack.url}/oauth/token`, body, { 'content-type': 'application/json' });
const multipart = async (parts: [string, string | Blob, string?][]) => {
  const form = new FormData();
  for (const [name, value, file] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, file ?? 'x');
  }
  return readAnswer(await fetch(`${stack.url}/oauth/token`, { method: 'POST', body: form }), 'POST');
};

describe('D. /oauth/token in general', () => {
  it.each(['GET', 'PUT', 'DELETE'])('D01 %s: 405 with Allow', async (method) => {
    const answer = await readAnswer(await fetch(`${stack.url}/oauth/token`, { method }));
    expectRefusal(answer, 405, 'invalid_request');
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('D01 OPTIONS is answered for CORS', async () => {
    const answer = await fetch(`${stack.url}/oauth/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://spa.example', 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('D02 all parameters in the query: invalid_request', async () =>
    expectRefusal(
      await post(`${stack.url}/oauth/token?${new URLSearchParams(good).toString()}`, ''),
      400,
      'invalid_request',
    ));

  it('D03 grant_type missing: invalid_request', async () =>
    expectRefusal(await post(`${stack.url}/oauth/token`, c1Credentials), 400, 'invalid_request'));

  it.each(['unknown', 'implicit', 'Password', 'password '])(
    'D03 grant_type %j: unsupported_grant_type',
    async (value) => expectRefusal(await token(stack, { grant_type: value }), 400, 'unsupported_grant_type'),
  );

  it('D04 a parameter twice: invalid_request', async () => {
    const pairs: [string, string][] = [...Object.entries(good), ['scope', 'lo.read'], ['scope', 'lo.read']];
    expectRefusal(await post(`${stack.url}/oauth/token`, pairs), 400, 'invalid_request');
    expectRefusal(await multipart(pairs), 400, 'invalid_request');
  });

  it('D05 a client without that grant: unauthorized_client', async () => {
    const form = {
      grant_type: 'password',
      username: 'a',
      password: 'b',
      portal_name: 'c',
      client_id: P1.clientId,
      client_secret: undefined,
    };
    expectRefusal(await token(stack, form), 400, 'unauthorized_client');
    const secretless = { grant_type: 'client_credentials', client_id: P1.clientId, client_secret: undefined };
    expectRefusal(await token(stack, secretless), 400, 'unauthorized_client');
  });

  it('D06 a parameter of another grant: invalid_request, and nothing is used up', async () => {
    const { body } = await token(stack, { grant_type: 'password', username: 'admin@a.example', password });
    const code = await obtainCode(stack, {}, { username: 'admin@a.example' });
    for (const form of [
      { grant_type: 'client_credentials', refresh_token: body.refresh_token as string },
      { grant_type: 'client_credentials', code },
      { grant_type: 'client_credentials', jwt: 'a.b.c' },
      { grant_type: 'client_credentials', portal_name: 'a.learning.localhost' },
      { grant_type: 'refresh_token', refresh_token: body.refresh_token as string, code },
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: C1.redirectUri!,
        refresh_token: body.refresh_token as string,
      },
      { grant_type: 'password', username: 'admin@a.example', password, portal_name: 'a.learning.localhost' },
    ]) {
      expectRefusal(await token(stack, form), 400, 'invalid_request');
    }
    const refreshed = await token(stack, { grant_type: 'refresh_token', refresh_token: body.refresh_token });
    const exchanged = await token(stack, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: C1.redirectUri!,
    });
    expect([refreshed.status, exchanged.status]).toEqual([200, 200]);
  });

  it.each([
    '[]',
    '"x"',
    'null',
    '[1]',
    JSON.stringify({ ...good, scope: 1 }),
    JSON.stringify({ ...good, scope: true }),
    JSON.stringify({ ...good, scope: ['lo.read'] }),
    JSON.stringify({ grant_type: 'authorization_code', ...c1Credentials, code: { $gt: '' } }),
  ])('D07 JSON other than an object of strings: invalid_request (%s)', async (body) =>
    expectRefusal(await json(body), 400, 'invalid_request'),
  );

  it('D08 prototype names are ignored like any unknown field', async () => {
    const nasty = '"__proto__":{"b":1},"constructor":{"prototype":{"b":1}}';
    const answers = await Promise.all([
      json(`{${nasty},${JSON.stringify(good).slice(1)}`),
      post(
        `${stack.url}/oauth/token`,
        `${new URLSearchParams(good).toString()}&__proto__=1&constructor.prototype.x=1&a[__proto__][b]=1`,
      ),
      multipart([...Object.entries(good), ['__proto__', '1'], ['a[__proto__][b]', '1']]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(({} as Record<string, unknown>)['b']).toBeUndefined();
  });

  it('D09 a body over 64 KiB: 413', async () => {
    const long = { ...good, filler: 'x'.repeat(70_000) };
    expectRefusal(await token(stack, long), 413, 'invalid_request');
    expectRefusal(await json(JSON.stringify(long)), 413, 'invalid_request');
    expectRefusal(await multipart(Object.entries(long)), 413, 'invalid_request');
  });

  it('D09 an unreadable body: invalid_request', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name=p\r\n\r\n1\r\n';
    const many = await post(`${stack.url}/oauth/token`, `${part.repeat(1000)}--b--\r\n`, {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expectRefusal(many, 400, 'invalid_request');
    expectRefusal(
      await multipart([...Object.entries(good).slice(0, 2), ['client_secret', new Blob([C1.secret])]]),
      400,
      'invalid_request',
    );
    expectRefusal(await json('{broken'), 400, 'invalid_request');
    const plain = await post(`${stack.url}/oauth/token`, new URLSearchParams(good).toString(), {
      'content-type': 'text/plain',
    });
    expectRefusal(plain, 400, 'invalid_request');
    const bytes = new TextEncoder().encode(new URLSearchParams(good).toString());
    const untyped = await readAnswer(
      await fetch(`${stack.url}/oauth/token`, { method: 'POST', body: bytes }),
    );
    expectRefusal(untyped, 400, 'invalid_request');
  });

  it.each(['%00', '%ED%A0%80', '%ff%fe', '%C0%AF'])(
    'D10 %s in a parameter: invalid_request',
    async (bytes) => {
      for (const name of ['scope', 'client_id', 'client_secret', 'grant_type', 'code', 'username']) {
        const otherParameters = new URLSearchParams(Object.entries(good).filter(([other]) => other !== name));
        const body = `${otherParameters.toString()}&${name}=${bytes}`;
        expectRefusal(await post(`${stack.url}/oauth/token`, body), 400, 'invalid_request');
      }
    },
  );

  it('D10 a lone surrogate in JSON: invalid_request', async () =>
    expectRefusal(
      await json(`{${JSON.stringify(good).slice(1, -1)},"scope":"\\ud800"}`),
      400,
      'invalid_request',
    ));

  it('D11 scope unknown or not allowed for the client: invalid_scope, in each grant', async () => {
    const refresh = (await passwordTokens(stack)).refresh_token;
    for (const scope of ['nothing', 'app.write']) {
      for (const form of [
        { grant_type: 'client_credentials' },
        { grant_type: 'password', username: 'admin@a.example', password },
        { grant_type: 'refresh_token', refresh_token: refresh },
        { grant_type: 'service_jwt', jwt: 'a.b.c' },
      ]) {
        expectRefusal(await token(stack, { ...form, scope }), 400, 'invalid_scope');
      }
    }
    const answer = await token(stack, { grant_type: 'client_credentials', scope: 'lo.read' });
    expect(answer.body).not.toHaveProperty('refresh_token');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
