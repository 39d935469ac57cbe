import { sql } from '@app/database';
import { createHash } from 'node:crypto';
import { accounts, C1, C2, useAuthServers, c2Request } from '../../../test/auth-stack.js';
import { approve } from '../../../test/approvals.js';
import { currentFactorCode, turnOnFactor } from '../../../test/factors.js';
import { oneTimeToken } from '../../../test/links.js';
import { exchange, signIn, verifyIdToken, redeem } from '../../../test/openid.js';
import {
  bearer,
  expectRefusal,
  get,
  token,
  validate,
  applicationToken,
  post,
  send,
} from '../../../test/requests.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers();
beforeAll(() => approve(stack, C2.clientId));
afterEach(() => stack.clock.reset());

const refresh = (refreshToken: string, more: Record<string, string> = {}) =>
  token(stack, { grant_type: 'refresh_token', refresh_token: refreshToken, ...more });
const readScope = async (accessToken: string): Promise<string> =>
  (await validate(stack, accessToken)).body.scope;

/** contract 3.52, 3.63 and 3.64 */
describe('ID tokens', () => {
  it('states who signed in, when and how, and the claims of profile and email', async () => {
    const before = Math.floor(stack.clock.now().getTime() / 1000);
    const {
      id_token: text,
      access_token: accessToken,
      scope,
    } = await signIn(stack, { nonce: 'n-0S6_WzA2Mj' });
    const { payload, protectedHeader } = await verifyIdToken(stack, text);
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: expect.any(String), typ: 'JWT' });
    const hash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
    expect(payload).toEqual({
      iss: 'https://auth.test',
      sub: String(accounts.adminA),
      aud: C1.clientId,
      iat: expect.any(Number),
      exp: payload.iat! + 30 + 3600,
      auth_time: expect.any(Number),
      nonce: 'n-0S6_WzA2Mj',
      at_hash: hash,
      amr: ['pwd'],
      acr: '1fa',
      sid: expect.stringMatching(/^[\w-]{43}$/),
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
    expect(payload['auth_time']).toBeGreaterThanOrEqual(before);
    expect(scope).toBe('openid profile email');
    expect(await readScope(accessToken)).toBe('openid profile email');
  });

  it('omits name and email without their scopes; returns API scopes', async () => {
    const { id_token: text, scope } = await signIn(stack, { scope: 'lo.read openid user.read' });
    const { payload } = await verifyIdToken(stack, text);
    expect(Object.keys(payload).sort()).toEqual([
      'acr',
      'amr',
      'at_hash',
      'aud',
      'auth_time',
      'exp',
      'iat',
      'iss',
      'portal_id',
      'portal_name',
      'sid',
      'sub',
    ]);
    expect(scope).toBe('user.read lo.read openid');
  });

  it('has the picture of an account that has one', async () => {
    const picture = 'https://cdn.example/ada.png';
    await stack.db.many(sql`update identity.accounts set profile_picture = ${picture} where id = 101`);
    const { payload } = await verifyIdToken(stack, (await signIn(stack)).id_token);
    expect(payload['picture']).toBe(picture);
    await stack.db.many(sql`update identity.accounts set profile_picture = null where id = 101`);
  });

  it('ignores unknown scopes and offline_access, and refuses scopes of the API that the client lacks', async () => {
    const { scope } = await signIn(stack, { scope: 'openid address phone offline_access lo.read' });
    expect(scope).toBe('lo.read openid');
    const browser = new TestBrowser(stack);
    const refused = await browser.get(authorizeAddress({ scope: 'openid app.write' }));
    expect(returned(refused).query.get('error')).toBe('invalid_scope');
  });

  it.each([
    ['profile', 'The scope profile needs openid.'],
    ['email', 'The scope email needs openid.'],
    ['lo.read profile', 'The scope profile needs openid.'],
    ['offline_access', expect.stringContaining('offline_access is unknown')],
  ])('is not given without openid: %s is invalid_scope', async (scope, reason) => {
    const { query } = returned(await new TestBrowser(stack).get(authorizeAddress({ scope })));
    expect([query.get('error'), query.get('error_description')]).toEqual(['invalid_scope', reason]);
  });

  it('is given by no other grant: openid is invalid_scope', async () => {
    expectRefusal(
      await token(stack, { grant_type: 'client_credentials', scope: 'openid' }),
      400,
      'invalid_scope',
    );
    const form = { username: 'admin@a.example', password: 'Demo-pass-1234', scope: 'openid' };
    expectRefusal(await token(stack, { grant_type: 'password', ...form }), 400, 'invalid_scope');
    const implicit = { ...c2Request, response_type: 'token' };
    const answer = await new TestBrowser(stack).get(authorizeAddress({ ...implicit, scope: 'openid' }));
    expect(returned(answer).fragment.get('error')).toBe('invalid_scope');
  });

  it('is not issued for a request without scopes, because openid is no default', async () => {
    const { id_token: text, scope } = await exchange(stack, await obtainCode(stack));
    expect([text, scope]).toEqual([undefined, C1.scopes!.join(' ')]);
  });

  it('is issued again by a refresh, with the same sub, auth_time and sid, and without a nonce', async () => {
    const first = await signIn(stack, { nonce: 'once' });
    const before = (await verifyIdToken(stack, first.id_token)).payload;
    stack.clock.advance(7_200);
    const { body } = await refresh(first.refresh_token);
    const { payload } = await verifyIdToken(stack, body.id_token);
    const { nonce: _, iat, exp, at_hash: hash, ...same } = before;
    expect(payload).toMatchObject(same);
    expect(payload).not.toHaveProperty('nonce');
    expect([payload.iat! - iat!, payload.exp! - exp!, payload['at_hash'] === hash]).toEqual([
      7_200,
      7_200,
      false,
    ]);
    expect(body.scope).toBe('openid profile email');
  });

  it('is omitted from a refresh narrowed below openid; the family keeps its scopes', async () => {
    const { refresh_token: text } = await signIn(stack, { scope: 'openid email lo.read' });
    const narrowed = await refresh(text, { scope: 'lo.read' });
    expect([narrowed.body.id_token, narrowed.body.scope]).toEqual([undefined, undefined]);
    expect(await readScope(narrowed.body.access_token)).toBe('lo.read');
    const less = await refresh(narrowed.body.refresh_token, { scope: 'openid offline_access profile' });
    expect((await verifyIdToken(stack, less.body.id_token)).payload).not.toHaveProperty('email');
    expect(less.body.scope).toBe('openid');
    const full = await refresh(less.body.refresh_token);
    expect((await verifyIdToken(stack, full.body.id_token)).payload['email']).toBe('admin@a.example');
    expect(full.body.scope).toBe('lo.read openid email');
    expectRefusal(await refresh(full.body.refresh_token, { scope: 'email' }), 400, 'invalid_scope');
  });

  it('cannot be requested by a refresh if the login did not request openid', async () => {
    const code = await obtainCode(stack, { scope: 'lo.read' });
    const { refresh_token: text } = await exchange(stack, code);
    expectRefusal(await refresh(text, { scope: 'openid' }), 400, 'invalid_scope');
  });

  it('states that a second factor was used, and nothing after a link', async () => {
    const link = new TestBrowser(stack);
    const one = await oneTimeToken(stack, accounts.learnerA);
    await link.get(authorizeAddress({ scope: 'openid', one_time_token: one }));
    await link.submit('/oauth/authorize/one-time');
    const linked = await exchange(stack, returned(await link.allow()).query.get('code')!);
    const { payload } = await verifyIdToken(stack, linked.id_token);
    expect([payload['amr'], payload['acr']]).toEqual([undefined, undefined]);

    const { secret } = await turnOnFactor(stack, 'learner@a.example');
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({ scope: 'openid' }),
      'learner@a.example',
    );
    let page = await browser.submit('/oauth/authorize/factor', {
      otp: await currentFactorCode(stack, secret),
    });
    if (page.text.includes('action="/oauth/authorize/consent"')) page = await browser.allow();
    const tokens = await exchange(stack, returned(page).query.get('code')!);
    const strong = (await verifyIdToken(stack, tokens.id_token)).payload;
    expect([strong['amr'], strong['acr']]).toEqual([['pwd', 'otp', 'mfa'], '2fa']);
  });

  it('has another sid for each client and session', async () => {
    const browser = new TestBrowser(stack);
    const readSid = async (client: typeof C1, one: TestBrowser) => {
      const { id_token: text } = await signIn(stack, {}, { client, browser: one });
      return (await verifyIdToken(stack, text, client.clientId)).payload['sid'];
    };
    const first = await readSid(C1, browser);
    expect(await readSid(C1, browser)).toBe(first);
    expect(await readSid(C2, browser)).not.toBe(first);
    expect(await readSid(C1, new TestBrowser(stack))).not.toBe(first);
  });

  it('is signed as access tokens are for a client that wants ES256', async () => {
    const es256 = { ...C1, clientId: 'es256-app', idTokenAlg: 'ES256' as const };
    await stack.register(es256);
    const { id_token: text, access_token: accessToken } = await signIn(stack, {}, { client: es256 });
    const { protectedHeader } = await verifyIdToken(stack, text, es256.clientId);
    const { kid } = JSON.parse(Buffer.from(accessToken.split('.')[0]!, 'base64url').toString());
    expect(protectedHeader).toEqual({ alg: 'ES256', kid, typ: 'JWT' });
  });
});

/** contract 3.53 */
describe('email_verified', () => {
  const verified = async () =>
    (await verifyIdToken(stack, (await signIn(stack, {}, { username: 'manager@a.example' })).id_token))
      .payload['email_verified'];
  const openByLink = async () => {
    const browser = new TestBrowser(stack);
    const one = await oneTimeToken(stack, accounts.managerA);
    await browser.get(authorizeAddress({ scope: 'openid email', one_time_token: one }));
    let page = await browser.submit('/oauth/authorize/one-time');
    if (page.text.includes('action="/oauth/authorize/consent"')) page = await browser.allow();
    const tokens = await exchange(stack, returned(page).query.get('code')!);
    return (await verifyIdToken(stack, tokens.id_token)).payload['email_verified'];
  };

  it('is true only for a proven address and an accepted account', async () => {
    expect(await verified()).toBe(true);
    await stack.db.many(sql`update identity.accounts set accepted_at = null where id = ${accounts.managerA}`);
    expect(await openByLink()).toBe(false);
    await stack.db.many(sql`
      update identity.accounts set accepted_at = now() where id = ${accounts.managerA}`);
    await stack.db.many(sql`
      update identity.persons set verified_time = null, verified_by = null where id = 2`);
    expect(await openByLink()).toBe(false);
    await stack.db.many(sql`
      update identity.persons set verified_time = now(), verified_by = 'mail' where id = 2`);
    expect(await openByLink()).toBe(true);
  });
});

describe('codes of OpenID Connect', () => {
  it('end the family when they are replayed, as other codes do', async () => {
    const code = await obtainCode(stack, { scope: 'openid' });
    const { refresh_token: text } = await exchange(stack, code);
    await stack.db.many(sql`update auth.codes set used_at = used_at - interval '1 minute'`);
    expectRefusal(await redeem(stack, code), 400, 'invalid_grant');
    expectRefusal(await refresh(text), 400, 'invalid_grant');
  });

  it('take a nonce of 512 characters and no more', async () => {
    const nonce = 'n'.repeat(512);
    const { id_token: text } = await signIn(stack, { nonce });
    expect((await verifyIdToken(stack, text)).payload['nonce']).toBe(nonce);
    const refused = await new TestBrowser(stack).get(
      authorizeAddress({ scope: 'openid', nonce: `${nonce}n` }),
    );
    expect(returned(refused).query.get('error')).toBe('invalid_request');
  });

  it('read a nonce only with openid', async () => {
    const address = `${authorizeAddress({ scope: 'lo.read' })}&nonce=a&nonce=b`;
    expect((await new TestBrowser(stack).get(address)).text).toContain('name="password"');
    const repeated = `${authorizeAddress({ scope: 'openid' })}&nonce=a&nonce=b`;
    const answer = await new TestBrowser(stack).get(repeated);
    expect(returned(answer).query.get('error')).toBe('invalid_request');
  });
});

describe('consent to OpenID Connect', () => {
  beforeEach(() => stack.db.many(sql`delete from auth.consents`));
  const consentPage = async (scope: string) => {
    const browser = await TestBrowser.open(stack, authorizeAddress({ scope }));
    return browser.login();
  };

  it.each([
    ['openid', 'Recognise you when you sign in<'],
    ['openid profile', 'see your name, language and picture<'],
    ['openid email', 'see your email address<'],
    ['openid profile email', 'see your name, language, picture and email address<'],
    ['openid roles', '<li>See your roles in the portal</li>'],
  ])('describes %s in one line', async (scope, line) => {
    expect((await consentPage(scope)).text).toContain(line);
  });

  it('includes roles with the scope roles, also after a refresh, and preferred_username only with profile and email', async () => {
    const { id_token: text, refresh_token: refreshToken } = await signIn(stack, {
      scope: 'openid profile roles',
    });
    const { payload } = await verifyIdToken(stack, text);
    expect(payload).toMatchObject({ roles: ['Administrator'], name: 'Ada Admin' });
    expect(payload).not.toHaveProperty('preferred_username');
    const { body } = await refresh(refreshToken);
    expect((await verifyIdToken(stack, body.id_token)).payload['roles']).toEqual(['Administrator']);
    const userinfo = await get(`${stack.url}/oauth/userinfo`, bearer(body.access_token));
    expect(userinfo.body.roles).toEqual(['Administrator']);
  });

  it('is displayed again if more is requested, and remembered otherwise', async () => {
    const browser = new TestBrowser(stack);
    await signIn(stack, { scope: 'openid email' }, { browser });
    const isAsked = async (scope: string) =>
      (await browser.get(authorizeAddress({ scope }))).text.includes('action="/oauth/authorize/consent"');
    expect(await isAsked('openid')).toBe(false);
    expect(await isAsked('openid email')).toBe(false);
    expect(await isAsked('openid profile')).toBe(true);
    expect(await isAsked('openid lo.read')).toBe(true);
  });

  it('grants no more than the page showed', async () => {
    const browser = await TestBrowser.signIn(stack, authorizeAddress({ scope: 'openid email' }));
    // as a server of the version before shows it
    await stack.db.many(sql`
      update auth.authorization_requests set request = request #- '{shown,openidScopes}'`);
    const code = returned(await browser.allow()).query.get('code')!;
    expect((await exchange(stack, code)).id_token).toBeUndefined();
  });
});

/** contract 3.54 */
describe('GET and POST /oauth/userinfo', () => {
  const path = '/oauth/userinfo';
  const claims = (accessToken: string) => get(`${stack.url}${path}`, bearer(accessToken));

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
