import { Database } from '@app/database';
import type { HttpApp } from '@app/http';
import { CatalogueSeed, eventually, HttpClient } from '@app/testing';
import { accounts, C1, C2, OPS, password, useAuthServers } from '../../auth-server/test/auth-stack.js';
import { signIn } from '../../auth-server/test/openid.js';
import { createResourceApi } from '../src/app.js';
import { loadSettings } from '../src/config.js';
import { launchToken } from '../src/learning-objects/scorm/launch-token.js';
import { Signer } from '../src/learning-objects/signer.js';

const signLaunch = (signer: Signer, loId: number): string =>
  launchToken(signer, {
    portalId: 1,
    loId,
    portalGeneration: 0,
    accountId: 1,
    generation: 0,
    issued: new Date(),
  });

/** Both servers over real HTTP: what one revokes, the other refuses within a second. */
describe('the resource API with the authorization server', () => {
  const auth = useAuthServers(2);
  const servers: HttpApp[] = [];
  let oauth: HttpClient;
  let api: HttpClient;
  /** The same API in a process that cannot reach Redis. */
  let withoutRedis: HttpClient;

  async function startApi(redisUrl: string): Promise<HttpClient> {
    const settings = loadSettings({
      ...auth.settings,
      DATABASE_URL: auth.database.urls.api,
      JWKS_URL: `${auth.url}/.well-known/jwks.json`,
      REDIS_URL: redisUrl,
      LOG_LEVEL: 'silent',
    });
    const server = await createResourceApi(settings);
    await server.app.listen(0, '127.0.0.1');
    servers.push(server);
    return new HttpClient(await server.app.getUrl());
  }

  beforeAll(async () => {
    oauth = new HttpClient(auth.url);
    api = await startApi(auth.settings['REDIS_URL']!);
    withoutRedis = await startApi('redis://127.0.0.1:1');
  });
  afterAll(async () => {
    await Promise.all([oauth, api, withoutRedis].map((client) => client?.close()));
    await Promise.all(servers.map(({ app }) => app.close()));
  });

  const credentials = (client = C1) => ({ client_id: client.clientId, client_secret: client.secret });
  const token = async (form: Record<string, string>, client = C1) => {
    const answer = await oauth.post('/oauth/token', { form: { ...credentials(client), ...form } });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body as { access_token: string; refresh_token: string };
  };
  const login = (username = 'admin@a.example') => token({ grant_type: 'password', username, password });
  const refresh = (refresh_token: string) =>
    oauth.post('/oauth/token', {
      form: { ...credentials(), grant_type: 'refresh_token', refresh_token },
    });
  const me = (accessToken: string, client = api) => client.get('/v2/me', { token: accessToken });
  const refusedSoon = async (accessToken: string) => {
    for (const client of [api, withoutRedis])
      await eventually('refused token', async () => (await me(accessToken, client)).status === 401);
  };
  const isGood = async (accessToken: string) => {
    for (const client of [api, withoutRedis]) expect((await me(accessToken, client)).status).toBe(200);
  };

  it('accepts tokens of client_credentials and password, offline', async () => {
    const application = await token({ grant_type: 'client_credentials' });
    expect((await me(application.access_token)).body).toMatchObject({ last_name: 'Application' });
    const person = await login();
    expect((await me(person.access_token)).body).toMatchObject({
      id: accounts.adminA,
      roles: ['Administrator'],
    });
  });

  it('takes no ID token on any route, whichever key has signed it', async () => {
    const es256 = { ...C1, clientId: 'es256-app', idTokenAlg: 'ES256' as const };
    await auth.register(es256);
    const url = await servers[0]!.app.getUrl();
    const routes = servers[0]!.routes.entries.filter(
      (route) => route.url.startsWith('/v2') && !['HEAD', 'OPTIONS'].includes(route.method),
    );
    expect(routes.length).toBeGreaterThan(30);
    for (const client of [C1, es256]) {
      const { access_token: accessToken, id_token: idToken } = await signIn(auth, {}, { client });
      await isGood(accessToken);
      for (const { method, url: path } of routes) {
        const headers = { authorization: `Bearer ${idToken}` };
        const { status } = await fetch(`${url}${path.replace(/:\w+/g, '1')}`, { method, headers });
        expect([method, path, status]).toEqual([method, path, 401]);
      }
    }
  });

  it('reads nothing from the database to check a token', async () => {
    const { access_token } = await login();
    await isGood(access_token);
    const database = servers[0]!.app.get(Database);
    const requestedPaths: string[] = [];
    for (const method of ['one', 'many'] as const) {
      const original = database[method].bind(database) as (statement: { text: string }) => Promise<never>;
      jest.spyOn(database, method).mockImplementation((statement: { text: string }) => {
        if (!statement.text.includes('auth.revocations')) requestedPaths.push(statement.text);
        return original(statement);
      });
    }
    for (let count = 0; count < 20; count += 1) {
      // refused because of its id, after the token was checked
      expect((await api.get('/v2/users/abc', { token: access_token })).status).toBe(400);
    }
    expect(requestedPaths).toEqual([]);
    jest.restoreAllMocks();
  });

  it('POST /oauth/revoke ends only this access token, within a second', async () => {
    const [one, other] = [await login(), await login()];
    await isGood(one.access_token);
    await oauth.post('/oauth/revoke', { form: { ...credentials(), token: one.access_token } });
    await refusedSoon(one.access_token);
    await isGood(other.access_token);
  });

  it('revoking a refresh token ends its family', async () => {
    const tokens = await login();
    await isGood(tokens.access_token);
    await oauth.post('/oauth/revoke', { form: { ...credentials(), token: tokens.refresh_token } });
    await refusedSoon(tokens.access_token);
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('blocking a user ends tokens and refresh tokens; after unblocking a new login works immediately', async () => {
    const admin = await login();
    const multi = await login('multi@a.example');
    await isGood(multi.access_token);
    const patch = (json: object) =>
      api.patch(`/v2/users/${accounts.multiA}`, { token: admin.access_token, json });
    expect((await patch({ status: false })).status).toBe(200);
    await refusedSoon(multi.access_token);
    expect((await refresh(multi.refresh_token)).body.error).toBe('invalid_grant');
    expect((await patch({ status: true })).status).toBe(200);
    await isGood((await login('multi@a.example')).access_token);
  });

  it('removing a role ends the tokens; the refresh token has the new rights', async () => {
    const admin = await login();
    const multi = await login('multi@a.example');
    const patch = (roles: string[]) =>
      api.patch(`/v2/users/${accounts.multiA}`, { token: admin.access_token, json: { roles } });
    expect((await patch(['Learner'])).status).toBe(200);
    await refusedSoon(multi.access_token);
    const next = await refresh(multi.refresh_token);
    expect(next.status).toBe(200);
    expect((await me(next.body.access_token)).body.roles).toEqual(['Learner']);
    expect((await patch(['Administrator'])).status).toBe(200);
  });

  it('removing a user ends access and refresh tokens permanently', async () => {
    const admin = await login();
    const json = {
      email: 'leaving@a.example',
      first_name: 'Lea',
      last_name: 'Ving',
      roles: ['Administrator'],
      password,
      send_login_email: false,
    };
    const created = await api.post('/v2/users', { token: admin.access_token, json });
    expect(created.status).toBe(201);
    const leaving = await login(json.email);
    const gone = await api.delete(`/v2/users/${created.body.id}`, { token: admin.access_token });
    expect(gone.status).toBe(204);
    await refusedSoon(leaving.access_token);
    expect((await refresh(leaving.refresh_token)).body.error).toBe('invalid_grant');
    const again = await api.post('/v2/users', { token: admin.access_token, json });
    expect(again.status).toBe(201);
    expect((await refresh(leaving.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('deactivating a client ends its tokens', async () => {
    const { access_token } = await token({ grant_type: 'client_credentials' }, C1);
    const ops = await token({ grant_type: 'client_credentials' }, OPS);
    const put = (status: string) =>
      oauth.put(`/client/${C1.clientId}`, { token: ops.access_token, form: { status } });
    expect((await put('0')).status).toBe(200);
    await refusedSoon(access_token);
    const refused = await oauth.post('/oauth/token', {
      form: { ...credentials(), grant_type: 'client_credentials' },
    });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    expect((await put('1')).status).toBe(200);
    await isGood((await token({ grant_type: 'client_credentials' }, C1)).access_token);
  });

  it('H07 tokens of previews and packages, and those of the authorization server, are never interchangeable', async () => {
    const seed = await CatalogueSeed.open(auth.database.urls.owner, auth.clock);
    await seed.provider('own', 1);
    const item = {
      provider: 'own',
      external_id: 'sim',
      type: 'text' as const,
      title: 'Text',
      content: { html: '<p>x</p>' },
    };
    const id = (await seed.load([item])).get('own sim')!;
    await seed.close();
    const { access_token, refresh_token } = await login();
    const shown = await api.get(`/v2/learning-objects/${id}/preview`, { token: access_token });
    expect([shown.status, shown.body]).toMatchObject([200, { total: 1 }]);
    const address = new URL(shown.body.hits[0].url as string);
    const previewToken = address.pathname.split('/').at(-1)!;
    expect(previewToken).toMatch(/^[\w-]+\.[\w-]{43}$/);
    expect((await api.get(address.pathname)).status).toBe(200);
    const launchToken = signLaunch(servers[0]!.app.get(Signer, { strict: false }), id);

    for (const stranger of [previewToken, launchToken, refresh_token]) {
      expect((await oauth.get('/oauth/validate', { token: stranger })).status).toBe(401);
      expect((await me(stranger)).status).toBe(401);
      const introspection = { ...credentials(), token: stranger };
      const isRefreshToken = stranger === refresh_token;
      expect((await oauth.post('/oauth/introspect', { form: introspection })).body.active).toBe(
        isRefreshToken,
      );
      if (!isRefreshToken) expect((await refresh(stranger)).body.error).toBe('invalid_grant');
    }
    const place = address.pathname.slice(0, -previewToken.length);
    for (const stranger of [access_token, refresh_token, launchToken]) {
      expect((await api.get(`${place}${stranger}`)).status).not.toBe(200);
    }
    await isGood(access_token);
  });

  it('an unbound application reaches no portal', async () => {
    const { access_token } = await token({ grant_type: 'client_credentials' }, C2);
    const answer = await me(access_token);
    expect([answer.status, answer.body.error_code]).toEqual([403, 'portal_required']);
  });
});
