import { C1, C2, accounts, password, useAuthServers, rows } from '../../../test/auth-stack.js';
import { basic, bearer, expectRefusal, get, post, token } from '../../../test/requests.js';

const stack = useAuthServers();

describe('POST /oauth/token', () => {
  it('issues a bound client a token for its service account by client_credentials', async () => {
    const answer = await token(stack, { grant_type: 'client_credentials' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(Object.keys(answer.body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 43200 });
    const validated = await get(`${stack.url}/oauth/validate`, bearer(answer.body.access_token));
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
      await rows(stack, 'select 1 from auth.access_tokens where jti = $1', [validated.body.jti]),
    ).toHaveLength(1);
  });

  it('issues an unbound client a token for itself only', async () => {
    const answer = await token(stack, {
      grant_type: 'client_credentials',
      client_id: C2.clientId,
      client_secret: C2.secret,
      scope: 'portal.write lo.read',
    });
    const { body } = await get(`${stack.url}/oauth/validate`, bearer(answer.body.access_token));
    expect(body.sub).toBe(C2.clientId);
    for (const absent of ['portal_id', 'portal_name', 'roles', 'user', 'portal'])
      expect(body).not.toHaveProperty(absent);
    expect(answer.body.scope).toBeUndefined();
  });

  it('refuses a client that its portal has blocked, without storing a token', async () => {
    await stack.register({ ...C1, clientId: 'blocked-app' });
    await rows(
      stack,
      `insert into auth.client_blocks (portal_id, client_id, blocked_time) values (1, 'blocked-app', now())`,
    );
    const form = { grant_type: 'client_credentials', client_id: 'blocked-app', client_secret: C1.secret };
    for (const _ of [1, 2]) expectRefusal(await token(stack, form), 401, 'invalid_client');
    expect(
      await rows(stack, `select jti from auth.access_tokens where client_id = 'blocked-app'`),
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
      const { body } = await get(`${stack.url}/oauth/validate`, bearer(one.body.access_token));
      expect(body).toMatchObject({ active: true, sub: String(accounts.adminA) });
    }
  });

  it('refuses a learner’s password, one of another portal and a wrong one in the same words', async () => {
    const refusals = await Promise.all(
      [
        { username: 'learner@a.example', password },
        { username: 'admin@b.example', password },
        { username: 'admin@a.example', password: 'wrong' },
        { username: 'nobody@a.example', password },
      ].map((form) => token(stack, { grant_type: 'password', ...form })),
    );
    for (const refusal of refusals) expectRefusal(refusal, 400, 'invalid_grant');
    expect(new Set(refusals.map(({ text }) => text)).size).toBe(1);
  });
});

describe('POST /oauth/revoke and /oauth/introspect', () => {
  const withClient = (form: Record<string, string>) => ({
    client_id: C1.clientId,
    client_secret: C1.secret,
    ...form,
  });

  it('ends one access token, or the family with a refresh token', async () => {
    const { body } = await token(stack, { grant_type: 'password', username: 'admin@a.example', password });
    const introspected = await post(
      `${stack.url}/oauth/introspect`,
      withClient({ token: body.access_token }),
    );
    expect(introspected.body).toMatchObject({
      active: true,
      sub: String(accounts.adminA),
      token_type: 'Bearer',
    });

    const revoked = await post(`${stack.url}/oauth/revoke`, withClient({ token: body.access_token }));
    expect([revoked.status, revoked.text]).toEqual([200, '{}']);
    expect((await get(`${stack.url}/oauth/validate`, bearer(body.access_token))).status).toBe(401);
    const again = await token(stack, { grant_type: 'refresh_token', refresh_token: body.refresh_token });
    expect(again.status).toBe(200);

    await post(`${stack.url}/oauth/revoke`, withClient({ token: again.body.refresh_token }));
    expect((await get(`${stack.url}/oauth/validate`, bearer(again.body.access_token))).status).toBe(401);
    expect(
      (await post(`${stack.url}/oauth/introspect`, withClient({ token: again.body.access_token }))).body,
    ).toEqual({
      active: false,
    });
    expectRefusal(
      await token(stack, { grant_type: 'refresh_token', refresh_token: again.body.refresh_token }),
      400,
      'invalid_grant',
    );
  });
});
