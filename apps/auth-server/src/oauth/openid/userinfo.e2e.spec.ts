import { sql } from '@app/database';
import { accounts, C1, C2, useAuthServers } from '../../../test/auth-stack.js';
import { signIn, verifyIdToken } from '../../../test/openid.js';
import { applicationToken, bearer, expectRefusal, get, post, send } from '../../../test/requests.js';

const stack = useAuthServers();
const path = '/oauth/userinfo';
const claims = (accessToken: string) => get(`${stack.url}${path}`, bearer(accessToken));

/** contract 3.54 */
describe('GET and POST /oauth/userinfo', () => {
  it('returns the same claims as the ID token, by either method', async () => {
    const { access_token: accessToken, id_token: text } = await signIn(stack);
    const { payload } = await verifyIdToken(stack, text);
    const answer = await claims(accessToken);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(payload).toMatchObject(answer.body);
    expect(answer.body).toEqual({
      sub: String(accounts.adminA),
      portal_id: 1,
      portal_name: 'a.learning.localhost',
      name: 'Ada Admin',
      given_name: 'Ada',
      family_name: 'Admin',
      locale: 'en',
      updated_at: expect.any(Number),
      email: 'admin@a.example',
      email_verified: true,
      preferred_username: 'admin@a.example',
    });
    expect((await send(stack, 'POST', path, accessToken)).body).toEqual(answer.body);
    expect((await send(stack, 'POST', path, accessToken, 'access_token=other')).body).toEqual(answer.body);
  });

  it('returns only account and portal without the scopes profile and email', async () => {
    const { access_token: accessToken } = await signIn(stack, { scope: 'openid' });
    const { body } = await claims(accessToken);
    expect(body).toEqual({ sub: String(accounts.adminA), portal_id: 1, portal_name: 'a.learning.localhost' });
  });

  it('returns current values', async () => {
    const { access_token: accessToken } = await signIn(stack, { scope: 'openid profile' });
    await stack.db.many(sql`update identity.accounts set first_name = 'Adele' where id = ${accounts.adminA}`);
    expect((await claims(accessToken)).body.name).toBe('Adele Admin');
    await stack.db.many(sql`update identity.accounts set first_name = 'Ada' where id = ${accounts.adminA}`);
  });

  it('refuses tokens without openid, and tokens of applications', async () => {
    const { access_token: accessToken } = await signIn(stack, { scope: 'user.read' });
    const refused = await claims(accessToken);
    expectRefusal(refused, 403, 'insufficient_scope');
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="openid"');
    expectRefusal(await claims(await applicationToken(stack, C1)), 403, 'insufficient_scope');
    expectRefusal(await claims(await applicationToken(stack, C2)), 403, 'insufficient_scope');
  });

  it('accepts a token only in the header', async () => {
    const { access_token: accessToken, id_token: idToken } = await signIn(stack);
    expectRefusal(await post(`${stack.url}${path}`, { access_token: accessToken }), 401, 'invalid_token');
    expectRefusal(await get(`${stack.url}${path}?access_token=${accessToken}`), 401, 'invalid_token');
    expectRefusal(await claims(idToken!), 401, 'invalid_token');
  });
});
