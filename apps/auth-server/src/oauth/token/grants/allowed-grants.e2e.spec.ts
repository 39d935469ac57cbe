import { C1, C2, password, useAuthServers } from '../../../../test/auth-stack.js';
import { expectRefusal, post, send, token } from '../../../../test/requests.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from '../../../../test/test-browser.js';

const stack = useAuthServers();
const login = { grant_type: 'password', username: 'admin@a.example', password };
const redeem = (code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: C1.redirectUri!,
});

describe('the grants of a client', () => {
  it('a client without refresh_token gets no refresh tokens, by password or code, and cannot use another’s', async () => {
    await stack.register({
      ...C1,
      clientId: 'once-app',
      grants: ['authorization_code', 'password', 'client_credentials'],
    });
    const once = { client_id: 'once-app' };
    const code = await obtainCode(stack, once);
    for (const form of [login, redeem(code)]) {
      const { status, body } = await token(stack, { ...form, ...once });
      expect([status, Object.keys(body).sort()]).toEqual([
        200,
        ['access_token', 'expires_in', 'scope', 'token_type'],
      ]);
    }
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x' };
    expectRefusal(await token(stack, { ...refresh, ...once }), 400, 'unauthorized_client');
  });

  it.each(['client_credentials', 'password', 'authorization_code', 'service_jwt'])(
    'a client without %s may not use it, even with a secret',
    async (grant) => {
      const clientId = `no-${grant.replaceAll('_', '-')}`;
      const grants = ['authorization_code', 'refresh_token', 'client_credentials', 'password', 'service_jwt'];
      await stack.register({ ...C1, clientId, grants: grants.filter((one) => one !== grant) });
      const forms: Record<string, Record<string, string>> = {
        client_credentials: { grant_type: grant },
        password: login,
        authorization_code: redeem('x'),
        service_jwt: { grant_type: grant, jwt: 'x' },
      };
      const answer = await token(stack, { ...forms[grant], client_id: clientId });
      expectRefusal(answer, 400, 'unauthorized_client');
    },
  );
});

describe('JSON at /oauth/token', () => {
  const json = (body: object) =>
    post(`${stack.url}/oauth/token`, JSON.stringify(body), { 'content-type': 'application/json' });

  it.each<[string, string, object]>([
    ['scope', 'invalid_scope', { grant_type: 'client_credentials', scope: '' }],
    ['portal_name', 'invalid_request', { grant_type: 'client_credentials', portal_name: '' }],
    ['portal_name', 'invalid_request', { ...login, portal_name: '' }],
    ['username', 'invalid_request', { ...login, username: '' }],
    ['code', 'invalid_request', { ...redeem('') }],
  ])('an empty %s is a value: %s', async (_, error, form) => {
    const client = { client_id: C1.clientId, client_secret: C1.secret };
    expectRefusal(await json({ ...client, ...form }), 400, error);
  });
});

describe('sends_iss', () => {
  it('switched off omits iss from answers and refusals', async () => {
    await stack.register({ ...C1, clientId: 'plain-app', sendsIss: false });
    for (const clientId of [C1.clientId, 'plain-app']) {
      const browser = new TestBrowser(stack);
      const refused = await browser.get(authorizeAddress({ client_id: clientId, scope: 'nonsense' }));
      expect(returned(refused).query.get('error')).toBe('invalid_scope');
      expect(returned(refused).query.has('iss')).toBe(clientId === C1.clientId);
      await browser.get(authorizeAddress({ client_id: clientId }));
      await browser.login();
      const { query } = returned(await browser.allow());
      expect([query.has('code'), query.has('iss')]).toEqual([true, clientId === C1.clientId]);
    }
  });
});

describe('/client to another origin', () => {
  it('answers with CORS headers, errors too, and names the missing scope', async () => {
    const form = { grant_type: 'client_credentials', client_id: C2.clientId, client_secret: C2.secret };
    const { body } = await token(stack, { ...form, scope: 'lo.read' });
    const origin = { origin: 'https://partner.example' };
    const answer = await send(stack, 'GET', '/client', body.access_token as string, undefined, origin);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, '*']);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="app.read"',
    );
    const refused = await post(`${stack.url}/oauth/token`, form.client_id, origin);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
  });
});
