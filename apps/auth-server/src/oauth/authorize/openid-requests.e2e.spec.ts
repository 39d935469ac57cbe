import { sql } from '@app/database';
import { generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { accounts, C1, C2, P1, useAuthServers, c2Request } from '../../../test/auth-stack.js';
import { approve } from '../../../test/approvals.js';
import { currentFactorCode, turnOnFactor } from '../../../test/factors.js';
import { exchange, signIn, verifyIdToken } from '../../../test/openid.js';
import { expectPage, type OAuthAnswer } from '../../../test/requests.js';
import { authorizeAddress, leadsTo, returned, TestBrowser, pkce } from '../../../test/test-browser.js';
import { KeyRing } from '../signing-keys/index.js';

const stack = useAuthServers();
beforeAll(() => approve(stack, C2.clientId));
beforeEach(() => stack.db.many(sql`delete from auth.consents`));
afterEach(() => stack.clock.reset());

const request = (browser: TestBrowser, parameters: Record<string, string | undefined> = {}) =>
  browser.get(authorizeAddress({ scope: 'openid', ...parameters }));
const silently = (browser: TestBrowser, parameters: Record<string, string | undefined> = {}) =>
  request(browser, { prompt: 'none', ...parameters });
const readError = (answer: OAuthAnswer) => [answer.status, returned(answer).query.get('error')];
const isLogin = ({ text }: OAuthAnswer) => text.includes('action="/oauth/authorize/login"');
const isChooser = ({ text }: OAuthAnswer) => text.includes('name="account"');

/** contract 3.56 */
describe('prompt=none', () => {
  it('answers immediately if no page is needed', async () => {
    const browser = new TestBrowser(stack);
    await signIn(stack, { scope: 'openid email' }, { browser });
    const answer = await silently(browser, { scope: 'openid email', nonce: 'n', state: 'st' });
    expect([answer.status, returned(answer).query.get('state')]).toEqual([302, 'st']);
    const { id_token: text } = await exchange(stack, returned(answer).query.get('code')!);
    expect((await verifyIdToken(stack, text)).payload).toMatchObject({
      nonce: 'n',
      email: 'admin@a.example',
    });
  });

  it('is login_required without a session, or with one that is too old', async () => {
    const browser = new TestBrowser(stack);
    const answer = await silently(browser, { state: 'st' });
    expect(readError(answer)).toEqual([302, 'login_required']);
    const { query } = returned(answer);
    expect([query.get('state'), query.get('iss')]).toEqual(['st', 'https://auth.test']);
    await signIn(stack, { scope: 'openid' }, { browser });
    stack.clock.advance(60);
    expect(readError(await silently(browser, { max_age: '59' }))).toEqual([302, 'login_required']);
    expect(returned(await silently(browser, { max_age: '61' })).query.get('code')).toBeTruthy();
  });

  it('is consent_required before consent, and always for a client without a secret', async () => {
    const browser = new TestBrowser(stack);
    await request(browser);
    await browser.login();
    expect(readError(await silently(browser))).toEqual([302, 'consent_required']);
    await approve(stack, P1.clientId);
    const p1Request = {
      client_id: P1.clientId,
      redirect_uri: P1.redirectUri!,
      ...pkce,
    };
    await request(browser, p1Request);
    await browser.allow();
    expect(readError(await silently(browser, p1Request))).toEqual([302, 'consent_required']);
  });

  it('is account_selection_required for a person in several portals, unless one is named', async () => {
    const browser = new TestBrowser(stack);
    await request(browser, c2Request);
    await browser.login('multi@a.example');
    expect(readError(await silently(browser, c2Request))).toEqual([302, 'account_selection_required']);
    await browser.follow(await request(browser, { ...c2Request, portal_name: 'b.learning.localhost' }));
    await browser.allow();
    const named = await silently(browser, { ...c2Request, portal_name: 'b' });
    const { id_token: text } = await exchange(stack, returned(named).query.get('code')!, C2);
    expect((await verifyIdToken(stack, text, C2.clientId)).payload['portal_id']).toBe(2);
    const foreign = await silently(browser, { ...c2Request, portal_name: 'elsewhere.learning.localhost' });
    expect(readError(foreign)).toEqual([302, 'account_selection_required']);
  });

  it('is interaction_required where a page is needed for anything else', async () => {
    const browser = new TestBrowser(stack);
    await request(browser);
    await browser.login('admin@b.example'); // who has no account in the client's portal
    expect(readError(await silently(browser))).toEqual([302, 'interaction_required']);
  });

  it.each(['none login', 'consent none'])('with another value is invalid_request: %s', async (prompt) => {
    expect(readError(await request(new TestBrowser(stack), { prompt }))).toEqual([302, 'invalid_request']);
  });

  it('is invalid_request with redirect=false', async () => {
    const answer = await silently(new TestBrowser(stack), { redirect: 'false' });
    expect(readError(answer)).toEqual([302, 'invalid_request']);
  });

  it('stores no refused request', async () => {
    const browser = new TestBrowser(stack);
    await request(browser);
    await browser.login();
    const count = () => stack.db.many(sql`select count(*)::int n from auth.authorization_requests`);
    const before = await count();
    expect(readError(await silently(browser))).toEqual([302, 'consent_required']);
    expect(await count()).toEqual(before);
  });

  it('never redirects for a client without approval or consent', async () => {
    const stranger = { ...C2, clientId: 'stranger-app' };
    await stack.register(stranger);
    expectPage(await silently(new TestBrowser(stack), { ...c2Request, client_id: stranger.clientId }));
  });

  it('creates no new client', async () => {
    const parameters = { client_id: 'label', new_client: 'Mine', redirect_uri: 'https://mine.example/cb' };
    expectPage(await silently(new TestBrowser(stack), parameters));
  });
});

describe('auth_time', () => {
  it.each([{ prompt: 'login' }, { max_age: '1' }])('is of the new login after %j', async (parameters) => {
    const browser = new TestBrowser(stack);
    const readTime = async (answer: OAuthAnswer) => {
      const { id_token: text } = await exchange(stack, returned(answer).query.get('code')!);
      return (await verifyIdToken(stack, text)).payload['auth_time'] as number;
    };
    await request(browser);
    await browser.login();
    const first = await readTime(await browser.allow());
    stack.clock.advance(60);
    expect(await readTime(await request(browser, { max_age: '10000' }))).toBe(first);
    expect(isLogin(await request(browser, parameters))).toBe(true);
    expect(await readTime(await browser.login())).toBeGreaterThanOrEqual(first + 60);
  });
});

/** contract 3.57 */
describe('id_token_hint', () => {
  const createHint = async (username: string) => (await signIn(stack, {}, { username })).id_token!;

  it('can be answered only by the named person', async () => {
    const hint = await createHint('admin@a.example');
    const browser = new TestBrowser(stack);
    await signIn(stack, { scope: 'openid' }, { browser, username: 'manager@a.example' });
    expect(readError(await silently(browser, { id_token_hint: hint }))).toEqual([302, 'login_required']);
    expect(isLogin(await request(browser, { id_token_hint: hint }))).toBe(true);
    expect(isLogin(await browser.login('manager@a.example'))).toBe(true);
    const page = await browser.login('admin@a.example');
    const answer = page.text.includes('/oauth/authorize/consent') ? await browser.allow() : page;
    const { id_token: text } = await exchange(stack, returned(answer).query.get('code')!);
    expect((await verifyIdToken(stack, text)).payload.sub).toBe(String(accounts.adminA));
    expect(returned(await silently(browser, { id_token_hint: hint })).query.get('code')).toBeTruthy();
  });

  it('chooses the account, and may have expired', async () => {
    const browser = new TestBrowser(stack);
    await request(browser, { ...c2Request, portal_name: 'b' });
    await browser.login('multi@a.example');
    const { id_token: hint } = await exchange(stack, returned(await browser.allow()).query.get('code')!, C2);
    stack.clock.advance(7_200);
    const answer = await silently(browser, { ...c2Request, id_token_hint: hint! });
    const { id_token: text } = await exchange(stack, returned(answer).query.get('code')!, C2);
    expect((await verifyIdToken(stack, text, C2.clientId)).payload.sub).toBe(String(accounts.multiB));
  });

  it('names the person even if the account is closed', async () => {
    const browser = new TestBrowser(stack);
    await request(browser, { ...c2Request, portal_name: 'b' });
    await browser.login('multi@a.example');
    const { id_token: hint } = await exchange(stack, returned(await browser.allow()).query.get('code')!, C2);
    await stack.db.many(sql`update identity.accounts set closed_time = now() where id = ${accounts.multiB}`);
    const consent = await request(browser, { ...c2Request, id_token_hint: hint! });
    await stack.db.many(sql`update identity.accounts set closed_time = null where id = ${accounts.multiB}`);
    expect(consent.text).toContain('Portal A');
  });

  describe('is invalid_request', () => {
    let good: string;
    let payload: JWTPayload;
    let kid: string;
    beforeAll(async () => {
      good = await createHint('admin@a.example');
      const verified = await verifyIdToken(stack, good);
      payload = verified.payload;
      kid = verified.protectedHeader.kid!;
    });
    const refuse = async (hint: string, parameters = {}) => {
      const answer = await request(new TestBrowser(stack), { id_token_hint: hint, ...parameters });
      expect(readError(answer)).toEqual([302, 'invalid_request']);
    };
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

    it('when it is malformed, another client’s, or an access token', async () => {
      await refuse('x');
      await refuse(good.slice(0, -4));
      await refuse(good, c2Request);
      await refuse((await signIn(stack)).access_token);
    });

    it('with alg none, and with HS256 and the public key', async () => {
      await refuse(`${encode({ alg: 'none', typ: 'JWT', kid })}.${encode(payload)}.`);
      const pem = stack.apps[0]!.get(KeyRing).idTokens.find(kid)!.pem;
      const forged = new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid });
      await refuse(await forged.sign(Buffer.from(pem)));
    });

    it('with another server’s key, also under our kid', async () => {
      const { privateKey } = await generateKeyPair('RS256');
      for (const id of [kid, 'other'])
        await refuse(
          await new SignJWT(payload)
            .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: id })
            .sign(privateKey),
        );
    });

    it('of another issuer, even if it were signed with our key', async () => {
      const { signer } = stack.apps[0]!.get(KeyRing).idTokens.current();
      await refuse(await signer.signIdToken({ ...payload, iss: 'https://other.test' }));
      const again = await signer.signIdToken({ ...payload });
      expect(isLogin(await request(new TestBrowser(stack), { id_token_hint: again }))).toBe(true);
    });
  });
});

/** contract 3.58 */
describe('optional parameters of OpenID Connect', () => {
  it('login_hint fills in the form, and is ignored when it is too long', async () => {
    const hint = 'a"b@a.example';
    expect((await request(new TestBrowser(stack), { login_hint: hint })).text).toContain(
      'value="a&quot;b@a.example"',
    );
    const long = await request(new TestBrowser(stack), { login_hint: 'x'.repeat(321) });
    expect([isLogin(long), long.text.includes('value="xxx')]).toEqual([true, false]);
    const plain = await request(new TestBrowser(stack), { scope: 'lo.read', login_hint: hint });
    expect(plain.text).not.toContain('a&quot;b');
  });

  it('portal_name enters a portal of the person, and shows the choice for any other', async () => {
    const browser = new TestBrowser(stack);
    await request(browser, { ...c2Request, portal_name: 'B.learning.localhost' });
    const consent = await browser.login('multi@a.example');
    expect([isChooser(consent), consent.text.includes('Portal B')]).toEqual([false, true]);
    expect(consent.text).not.toContain('action="/oauth/authorize/portal"');
    expect(isChooser(await request(browser, { ...c2Request, portal_name: 'c' }))).toBe(true);
    const chosen = await browser.submit('/oauth/authorize/portal', { account: '205' });
    expect(chosen.text).toContain('action="/oauth/authorize/portal"');

    const single = new TestBrowser(stack);
    await request(single, { ...c2Request, portal_name: 'b' });
    expect(isChooser(await single.login('admin@a.example'))).toBe(true);
  });

  it('acr_values=2fa requires an existing factor once, and is never an error', async () => {
    const without = new TestBrowser(stack);
    await request(without, { acr_values: '2fa' });
    expect((await without.login('manager@a.example')).text).toContain('/oauth/authorize/consent');

    const browser = new TestBrowser(stack);
    await signIn(stack, { scope: 'openid' }, { browser, username: 'learner@a.example' });
    const { secret } = await turnOnFactor(stack, 'learner@a.example');
    expect(returned(await request(browser)).query.get('code')).toBeTruthy();
    expect(returned(await silently(browser, { acr_values: '2fa' })).query.get('code')).toBeTruthy();
    expect((await request(browser, { acr_values: '3fa 2fa' })).text).toContain('name="otp"');
    const otp = await currentFactorCode(stack, secret);
    const answer = await browser.submit('/oauth/authorize/factor', { otp });
    const { id_token: text } = await exchange(stack, returned(answer).query.get('code')!);
    expect((await verifyIdToken(stack, text)).payload).toMatchObject({
      acr: '2fa',
      amr: ['pwd', 'otp', 'mfa'],
    });
    expect(returned(await request(browser, { acr_values: '2fa' })).query.get('code')).toBeTruthy();
  });

  it.each(['request', 'request_uri'])('%s is refused only with openid', async (name) => {
    const answer = await request(new TestBrowser(stack), { [name]: 'https://x.example/r' });
    expect(readError(answer)).toEqual([302, `${name}_not_supported`]);
    expect(isLogin(await request(new TestBrowser(stack), { scope: 'lo.read', [name]: 'x' }))).toBe(true);
  });

  it.each([
    { claims: '{"id_token":{"email":{"essential":true}}}' },
    { claims_locales: 'de' },
    { display: 'page' },
    { display: 'popup' },
    { extra: 'foobar' },
  ])('%j is ignored: a code comes as without it', async (parameters) => {
    const browser = new TestBrowser(stack);
    await request(browser, parameters);
    await browser.login();
    const { id_token: text } = await exchange(stack, returned(await browser.allow()).query.get('code')!);
    expect((await verifyIdToken(stack, text)).payload).not.toHaveProperty('email');
  });
});

/** contract 3.59 */
describe('POST /oauth/authorize', () => {
  const createForm = (parameters: Record<string, string>) =>
    Object.fromEntries(new URLSearchParams(authorizeAddress(parameters).split('?')[1]));

  it('redirects to the same request by GET, and from there through login and consent', async () => {
    const browser = new TestBrowser(stack);
    const form = createForm({ scope: 'openid email', nonce: 'n', state: 'a b&c="é"' });
    const answer = await browser.post(
      '/oauth/authorize',
      { ...form, unknown: 'x' },
      { origin: 'https://app.example' },
    );
    expect(answer.status).toBe(303);
    expect(Object.fromEntries(new URLSearchParams(leadsTo(answer).split('?')[1]))).toEqual(form);
    expect(isLogin(await browser.follow(answer))).toBe(true);
    await browser.login();
    const { query } = returned(await browser.allow());
    expect(query.get('state')).toBe('a b&c="é"');
    expect((await exchange(stack, query.get('code')!)).id_token).toBeTruthy();
  });

  it('rejects repeated parameters and values too long for a URL', async () => {
    const browser = new TestBrowser(stack);
    const repeated = await fetch(`${stack.url}/oauth/authorize`, {
      method: 'POST',
      body: new URLSearchParams([...Object.entries(createForm({})), ['state', 'again']]),
      redirect: 'manual',
    });
    expect(readError(await browser.get(repeated.headers.get('location')!))).toEqual([302, 'invalid_request']);
    expectPage(await browser.post('/oauth/authorize', createForm({ state: 's'.repeat(8_192) })));
  });
});

/** contract 3.60 */
describe('response_mode=form_post', () => {
  const form = (answer: OAuthAnswer) =>
    Object.fromEntries(
      [...answer.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
        ([, name, value]) => [name!, value!],
      ),
    );
  const expectFormTo = (answer: OAuthAnswer, address: string) => {
    expect([answer.status, answer.headers.get('location'), answer.headers.get('refresh')]).toEqual([
      200,
      null,
      null,
    ]);
    expect(answer.text).toContain(`<form method="post" action="${address}">`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).not.toContain('form-action');
  };

  it('posts code, state and iss to the registered address', async () => {
    const browser = new TestBrowser(stack);
    await request(browser, { response_mode: 'form_post', state: '"<s>' });
    await browser.login();
    const answer = await browser.allow();
    expectFormTo(answer, C1.redirectUri!);
    const { code, ...rest } = form(answer);
    expect(rest).toEqual({ state: '&quot;&lt;s&gt;', iss: 'https://auth.test' });
    expect((await exchange(stack, code!)).id_token).toBeTruthy();
    // remembered, without any form of ours before
    expectFormTo(await request(browser, { response_mode: 'form_post' }), C1.redirectUri!);
  });

  it('posts refusals, too', async () => {
    const invalid = await request(new TestBrowser(stack), {
      response_mode: 'form_post',
      scope: 'openid nope app.write',
    });
    expectFormTo(invalid, C1.redirectUri!);
    expect(form(invalid)).toMatchObject({ error: 'invalid_scope', state: 's' });
    const silent = await silently(new TestBrowser(stack), { response_mode: 'form_post' });
    expect(form(silent)).toMatchObject({ error: 'login_required' });
    const browser = new TestBrowser(stack);
    await request(browser, { response_mode: 'form_post' });
    await browser.login();
    const denied = await browser.submit('/oauth/authorize/consent', { decision: 'deny' });
    expect(form(denied)).toMatchObject({ error: 'access_denied' });
  });

  it('works without openid, and never for tokens or an app’s own scheme', async () => {
    const browser = new TestBrowser(stack);
    await request(browser, { scope: 'lo.read', response_mode: 'form_post' });
    await browser.login();
    expectFormTo(await browser.allow(), C1.redirectUri!);
    const implicit = await request(browser, {
      ...c2Request,
      scope: 'lo.read',
      response_type: 'token',
      response_mode: 'form_post',
    });
    expect(returned(implicit).fragment.get('error')).toBe('invalid_request');
    const native = { ...C1, clientId: 'native-app', redirectUri: 'com.example.app:/cb' };
    await stack.register(native);
    const nativeRequest = { client_id: native.clientId, redirect_uri: native.redirectUri };
    const refused = await request(browser, { ...nativeRequest, response_mode: 'form_post' });
    expect(readError(refused)).toEqual([302, 'invalid_request']);
  });
});
