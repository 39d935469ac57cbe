import { sql } from '@app/database';
import { C1, C2, accounts, password, useAuthServers } from '../../../test/auth-stack.js';
import {
  basic,
  expectRefusal,
  post,
  token,
  validate,
  send,
  type OAuthAnswer,
  passwordTokens,
} from '../../../test/requests.js';
import { obtainCode } from '../../../test/test-browser.js';
import { ClientQueries } from '../../applications/clients/index.js';
import { FamilyQueries } from './family.queries.js';

const stack = useAuthServers();

describe('POST /oauth/token', () => {
  it('issues a bound client a token for its service account by client_credentials', async () => {
    const answer = await token(stack, { grant_type: 'client_credentials' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(Object.keys(answer.body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 43200 });
    const validated = await validate(stack, answer.body.access_token);
    expect(validated.status).toBe(200);
    expect(validated.body).toMatchObject({
      active: true,
      iss: 'https://auth.test',
      aud: ['https://api.test', 'https://auth.test'],
      client_id: C1.clientId,
      portal_id: 1,
      portal_name: 'a.learning.localhost',
      roles: ['Administrator'],
      user: { email: 'c1-app@clients.invalid', first_name: 'Client One', last_name: 'Application' },
      portal: { id: 1, name: 'a.learning.localhost' },
    });
    expect(validated.body.exp - validated.body.iat).toBe(43_230);
    expect(validated.body.iat).toBe(validated.body.nbf);
    expect(validated.body.scope).toBe(validated.body.scopes.join(' '));
    expect(
      await stack.db.many(sql`select 1 from auth.access_tokens where jti = ${validated.body.jti}`),
    ).toHaveLength(1);
  });

  it('issues an unbound client a token for itself only', async () => {
    const answer = await token(stack, {
      grant_type: 'client_credentials',
      client_id: C2.clientId,
      client_secret: C2.secret,
      scope: 'portal.write lo.read',
    });
    const { body } = await validate(stack, answer.body.access_token);
    expect(body.sub).toBe(C2.clientId);
    for (const absent of ['portal_id', 'portal_name', 'roles', 'user', 'portal'])
      expect(body).not.toHaveProperty(absent);
    expect(answer.body.scope).toBeUndefined();
  });

  it('refuses a client that its portal has blocked, without storing a token', async () => {
    await stack.register({ ...C1, clientId: 'blocked-app' });
    await stack.db.many(sql`
      insert into auth.client_blocks (portal_id, client_id, blocked_time) values (1, 'blocked-app', now())`);
    const form = { grant_type: 'client_credentials', client_id: 'blocked-app', client_secret: C1.secret };
    for (const _ of [1, 2]) expectRefusal(await token(stack, form), 401, 'invalid_client');
    expect(
      await stack.db.many(sql`select jti from auth.access_tokens where client_id = 'blocked-app'`),
    ).toHaveLength(0);
  });

  it('accepts JSON, urlencoded and multipart bodies', async () => {
    const form = { grant_type: 'client_credentials', client_id: C1.clientId, client_secret: C1.secret };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(form)) multipart.set(name, value);
    const answers = await Promise.all([
      post(`${stack.url}/oauth/token`, form),
      post(`${stack.url}/oauth/token`, JSON.stringify({ ...form, scope: null }), {
        'content-type': 'application/json',
      }),
      fetch(`${stack.url}/oauth/token`, { method: 'POST', body: multipart }),
      post(`${stack.url}/oauth/token`, { grant_type: form.grant_type }, basic(C1.clientId, C1.secret)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('issues an administrator tokens by password, and rotates the refresh token', async () => {
    const first = await token(stack, { grant_type: 'password', username: 'ADMIN@a.example', password });
    expect(first.status).toBe(200);
    expect(Object.keys(first.body).sort()).toEqual(
      ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'].sort(),
    );
    const second = await token(stack, {
      grant_type: 'refresh_token',
      refresh_token: first.body.refresh_token,
    });
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
    for (const one of [first, second]) {
      const { body } = await validate(stack, one.body.access_token);
      expect(body).toMatchObject({ active: true, sub: String(accounts.adminA) });
    }
  });
});

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
      await stack.register({ ...C1, clientId, grants: C1.grants!.filter((one) => one !== grant) });
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

describe('a cached client', () => {
  const ownGrant = { grant_type: 'client_credentials' };
  const times = <T>(count: number, work: () => T): T[] => Array.from({ length: count }, work);
  const requestToken = (clientId: string, more: Record<string, string> = {}) =>
    token(stack, { ...ownGrant, client_id: clientId, client_secret: C2.secret, ...more });
  const login = async () => (await passwordTokens(stack)).refresh_token;
  const refresh = (refreshToken: string) =>
    token(stack, { grant_type: 'refresh_token', refresh_token: refreshToken });
  const describeAnswer = ({ status, body }: OAuthAnswer) => `${status} ${body.error ?? ''}`.trim();
  const change = (clientId: string, set: string) =>
    stack.db.many(sql`update auth.clients set ${sql.raw(set)} where client_id = ${clientId}`);
  const findVersion = (clientId: string) =>
    stack.db.many(sql`select xmin::text, last_used_time from auth.clients where client_id = ${clientId}`);

  /** Registers a client and caches its row: the first use is recorded, which changes the row. */
  async function cache(clientId: string, more: Partial<typeof C2> = {}): Promise<void> {
    await stack.register({ ...C2, ...more, clientId });
    for (const _ of [1, 2]) expect((await requestToken(clientId)).status).toBe(200);
  }

  it('gets tokens by client_credentials and refreshes without a lookup; a refusal causes one', async () => {
    for (const _ of [1, 2]) await token(stack, ownGrant);
    let refreshToken = await login();
    const lookups = [
      jest.spyOn(ClientQueries.prototype, 'find'),
      jest.spyOn(FamilyQueries.prototype, 'find'),
    ] as const;
    const countLookups = () => lookups.map(({ mock }) => mock.calls.length);
    for (const _ of [1, 2, 3]) {
      expect((await token(stack, ownGrant)).status).toBe(200);
      refreshToken = (await refresh(refreshToken)).body.refresh_token as string;
    }
    expect(countLookups()).toEqual([0, 0]);
    expectRefusal(await token(stack, { ...ownGrant, client_secret: 'wrong' }), 401, 'invalid_client');
    expectRefusal(await token(stack, { ...ownGrant, scope: 'nonsense' }), 400, 'invalid_scope');
    expectRefusal(await token(stack, { grant_type: 'implicit' }), 400, 'unsupported_grant_type');
    expectRefusal(await refresh('rt_20260101_unknown'), 400, 'invalid_grant');
    expect(countLookups()).toEqual([4, 1]);
    for (const lookup of lookups) lookup.mockRestore();
  });

  it.each([
    ['off', 'status = 0', '401 invalid_client'],
    ['rotated', `secret_hash = '\\x00'`, '401 invalid_client'],
    ['taken', `grants = '{refresh_token}'`, '400 unauthorized_client'],
    ['renamed', `name = 'Another name'`, '200'],
  ])('is looked up again after a change: %s', async (clientId, set, expected) => {
    await cache(clientId);
    const tokens = () => stack.db.many(sql`select 1 from auth.access_tokens where client_id = ${clientId}`);
    const before = (await tokens()).length;
    await change(clientId, set);
    for (const _ of [1, 2]) expect(describeAnswer(await requestToken(clientId))).toBe(expected);
    expect(await tokens()).toHaveLength(before + (expected === '200' ? 2 : 0));
  });

  it('does not refresh after a change of its secret, and uses nothing up', async () => {
    const refreshToken = await login();
    await refresh(await login());
    const [row] = await stack.db.many<{ secret_hash: Buffer }>(sql`
      select secret_hash from auth.clients where client_id = ${C1.clientId}`);
    await change(C1.clientId, `secret_hash = '\\x00'`);
    expectRefusal(await refresh(refreshToken), 401, 'invalid_client');
    await stack.db.many(sql`
      update auth.clients set secret_hash = ${row!.secret_hash} where client_id = ${C1.clientId}`);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it('has the scopes of this moment', async () => {
    await cache('scoped', { scopes: ['lo.read'] });
    expectRefusal(await requestToken('scoped', { scope: 'user.read' }), 400, 'invalid_scope');
    await change('scoped', `scopes = '{lo.read,user.read}'`);
    expect((await requestToken('scoped', { scope: 'user.read' })).status).toBe(200);
    await change('scoped', `scopes = '{lo.read}'`);
    expectRefusal(await requestToken('scoped', { scope: 'user.read' }), 400, 'invalid_scope');
    expect((await requestToken('scoped')).body.scope).toBe('lo.read');
  });

  it('has its last use recorded once by ten concurrent requests', async () => {
    await cache('busy');
    stack.clock.advance(301);
    const before = await findVersion('busy');
    const requestTokens = (count: number) => Promise.all(times(count, () => requestToken('busy')));
    expect((await requestTokens(10)).map(describeAnswer)).toEqual(times(10, () => '200'));
    const after = await findVersion('busy');
    expect(after).not.toEqual(before);
    expect((await requestTokens(5)).map(describeAnswer)).toEqual(times(5, () => '200'));
    expect(await findVersion('busy')).toEqual(after);
    stack.clock.reset();
  });

  it('of a portal gets twelve tokens of its service account concurrently, each with a row and a number', async () => {
    const answers = await Promise.all(times(12, () => token(stack, ownGrant)));
    expect(answers.map(describeAnswer)).toEqual(times(12, () => '200'));
    const [stored] = await stack.db.many<{ count: number }>(sql`
      select count(distinct (seq, jti, sid))::int from auth.access_tokens
       where client_id = ${C1.clientId} and account_id is not null
         and seq > (select max(seq) - 12 from auth.access_tokens)`);
    expect(stored!.count).toBe(12);
  });
});
