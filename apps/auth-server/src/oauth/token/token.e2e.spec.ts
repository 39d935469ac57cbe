import { sql } from '@app/database';
import { C1, C2, accounts, password, useAuthServers } from '../../../test/auth-stack.js';
import { basic, expectRefusal, post, token, validate } from '../../../test/requests.js';

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
