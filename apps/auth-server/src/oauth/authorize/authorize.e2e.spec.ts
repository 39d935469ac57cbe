import { sql } from '@app/database';
import { alterCharacter } from '@app/testing';
import { accounts, C1, C2, P1, useAuthServers, password, c2Request } from '../../../test/auth-stack.js';
import { approve } from '../../../test/approvals.js';
import { token, validate, isAlive, expectPage } from '../../../test/requests.js';
import { authorizeAddress, obtainCode, returned, TestBrowser, leadsTo } from '../../../test/test-browser.js';
import { exchange } from '../../../test/openid.js';

const stack = useAuthServers();

describe('GET /oauth/authorize', () => {
  beforeAll(() => Promise.all([approve(stack, C2.clientId), approve(stack, P1.clientId)]));
  beforeEach(() => stack.db.many(sql`delete from auth.consents`));

  it('leads through login and consent to a code that can be exchanged', async () => {
    const browser = new TestBrowser(stack);
    const login = await browser.get(authorizeAddress({ state: 'a b&c="é"' }));
    expect(login.status).toBe(200);
    expect(login.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const consent = await browser.login();
    expect(consent.text).toContain('Client One asks for access');
    expect(consent.text).toContain('Portal A');
    expect(consent.text).toContain('Search and see learning content');
    const back = await browser.allow();
    expect(back.status).toBe(200);
    const { address, query } = returned(back);
    expect(address).toBe('https://app.example/cb');
    expect(query.get('x')).toBe('1');
    expect(query.get('state')).toBe('a b&c="é"');
    expect(query.get('iss')).toBe('https://auth.test');
    const exchanged = await exchange(stack, query.get('code')!);
    const validated = await validate(stack, exchanged.access_token);
    expect(validated.body).toMatchObject({
      client_id: C1.clientId,
      user: { email: 'admin@a.example' },
      portal_id: 1,
    });
  });

  it('requires login and consent again if the client requests it by prompt, approval_prompt or max_age', async () => {
    const browser = new TestBrowser(stack);
    await obtainCode(stack, {}, { browser });
    for (const authorizeQuery of [{ prompt: 'consent' }, { approval_prompt: 'force' }]) {
      expect((await browser.get(authorizeAddress(authorizeQuery))).text).toContain(
        'Client One asks for access',
      );
    }
    stack.clock.advance(60);
    for (const authorizeQuery of [
      { prompt: 'login consent' },
      { prompt: 'select_account' },
      { max_age: '59' },
    ]) {
      expect((await browser.get(authorizeAddress(authorizeQuery))).text).toContain('name="password"');
    }
    for (const authorizeQuery of [
      { prompt: 'none' },
      { max_age: '600' },
      { max_age: 'x', approval_prompt: 'auto' },
    ]) {
      expect(returned(await browser.get(authorizeAddress(authorizeQuery))).query.get('code')).toBeTruthy();
    }
    await browser.get(authorizeAddress({ prompt: 'login' }));
    const wrong = await browser.login('admin@a.example', 'wrong');
    expect([wrong.status, wrong.text.includes('id="username"')]).toEqual([400, true]);
    expect((await browser.login('learner@a.example')).text).toContain('learner@a.example');
    const other = returned(await browser.allow()).query.get('code')!;
    const claims = await validate(stack, (await exchange(stack, other)).access_token);
    expect(claims.body).toMatchObject({ user: { email: 'learner@a.example' } });
  });

  it('ignores approval_prompt with openid, so that oauth2-proxy asks for consent once', async () => {
    const browser = new TestBrowser(stack);
    await obtainCode(stack, { scope: 'openid email' }, { browser });
    const openid = { scope: 'openid email', approval_prompt: 'force' };
    expect(returned(await browser.get(authorizeAddress(openid))).query.get('code')).toBeTruthy();
  });

  it('offers a choice of portal only to a person with several, and narrows scopes to the role', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress({ ...c2Request }));
    const portals = await browser.login('multi@a.example');
    expect(portals.text).toContain('Portal A');
    expect(portals.text).toContain('Portal B');
    await browser.submit('/oauth/authorize/portal', { account: '205' });
    const code = returned(await browser.allow()).query.get('code')!;
    const claims = (await validate(stack, (await exchange(stack, code, C2)).access_token)).body;
    expect(claims).toMatchObject({ portal_id: 2, sub: '205' });

    const learner = await TestBrowser.open(stack, authorizeAddress());
    const consent = await learner.login('learner@a.example');
    expect(consent.text).toContain('Search and see learning content');
    expect(consent.text).not.toContain('Create and change people');
  });

  it('redirects a person without a portal for the application with access_denied', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress({ state: 's' }));
    expect((await browser.login('admin@b.example')).text).toContain('No portal to connect');
    const back = returned(await browser.submit('/oauth/authorize/consent', { decision: 'deny' }));
    expect([back.address, back.query.get('error'), back.query.get('state')]).toEqual([
      'https://app.example/cb',
      'access_denied',
      's',
    ]);
  });

  describe('with several portals', () => {
    const begin = async () => {
      const browser = await TestBrowser.signIn(
        stack,
        authorizeAddress({ ...c2Request, scope: 'lo.write' }),
        'multi@a.example',
      );
      return browser;
    };
    const readPortal = async (code: string | null) => {
      const { access_token } = await exchange(stack, code!, C2);
      return (await validate(stack, access_token)).body['portal_id'] as number;
    };

    it('allows another choice, by the previous page or the button, until the request is answered', async () => {
      const browser = await begin();
      const before = browser.form('/oauth/authorize/portal');
      await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiA) });
      expect(browser.page.text).toContain('Portal A');
      await browser.post(before.action, { ...before.fields, account: String(accounts.multiB) });
      const back = await browser.get(browser.page.headers.get('location')!);
      expect(back.text).toContain('Portal B');
      const again = await browser.submit('/oauth/authorize/portal');
      expect(again.text).toContain(`value="${accounts.multiA}"`);
      await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiB) });
      expect(await readPortal(returned(await browser.allow()).query.get('code'))).toBe(2);
    });

    it('a consent page from before the new choice grants nothing and leads to the new one', async () => {
      const browser = await begin();
      const before = browser.form('/oauth/authorize/portal');
      await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiA) });
      const { action, fields } = browser.form('/oauth/authorize/consent');
      await browser.post(before.action, { ...before.fields, account: String(accounts.multiB) });
      await browser.get(browser.page.headers.get('location')!);
      const stale = await browser.post(action, { ...fields, decision: 'allow' });
      expect(stale.status).toBe(403);
      const [, onward] = /<a href="([^"]*)">Continue/.exec(stale.text)!;
      expect((await browser.get(onward!)).text).toContain('Portal B');
      expect(await readPortal(returned(await browser.allow()).query.get('code'))).toBe(2);
    });
  });

  it('a login form from before a sign-in in another window is refused and leads on', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress({ scope: 'lo.write' }));
    const first = browser.form('/oauth/authorize/login');
    await browser.get(authorizeAddress({ scope: 'lo.write' }));
    await browser.login();
    const refused = await browser.post(first.action, {
      ...first.fields,
      username: 'admin@a.example',
      password: 'x',
    });
    expect(refused.status).toBe(403);
    const [, onward] = /<a href="([^"]*)">Continue/.exec(refused.text)!;
    expect((await browser.get(onward!)).text).toContain('Client One asks for access');
    expect(returned(await browser.allow()).query.get('code')).toBeTruthy();

    const stranger = await TestBrowser.open(stack, authorizeAddress());
    const other = await stranger.post(first.action, { ...first.fields, username: 'x', password: 'x' });
    expect([other.status, other.text.includes('/oauth/authorize/continue')]).toEqual([403, false]);
  });

  it('returns a code, and a refusal, in the fragment if response_mode requests it', async () => {
    const browser = new TestBrowser(stack);
    const authorizeQuery = { response_mode: 'fragment', state: 's', scope: 'lo.read' };
    await browser.get(authorizeAddress(authorizeQuery));
    await browser.login();
    const { address, query, fragment } = returned(await browser.allow());
    expect([address, query.get('code'), fragment.get('state')]).toEqual([
      'https://app.example/cb',
      null,
      's',
    ]);
    await exchange(stack, fragment.get('code')!);
    const refused = returned(await browser.get(authorizeAddress({ ...authorizeQuery, scope: 'unknown' })));
    expect([refused.query.get('error'), refused.fragment.get('error')]).toEqual([null, 'invalid_scope']);
  });

  it.each([
    ['web_message', 'code', 'query'],
    ['query', 'token', 'fragment'],
  ] as const)(
    'refuses response_mode=%s with response_type=%s',
    async (response_mode, response_type, place) => {
      const { clientId: client_id, redirectUri } = P1;
      const authorizeQuery = { client_id, redirect_uri: redirectUri!, response_mode, response_type };
      const refused = returned(await new TestBrowser(stack).get(authorizeAddress(authorizeQuery)));
      expect(refused[place].get('error')).toBe('invalid_request');
      expect(refused[place].get('error_description')).toContain('response_mode');
    },
  );

  it('returns a token in the fragment for response_type=token', async () => {
    const browser = new TestBrowser(stack);
    const address = {
      client_id: P1.clientId,
      redirect_uri: P1.redirectUri!,
      response_type: 'token',
      scope: 'lo.read',
    };
    await browser.get(authorizeAddress(address));
    await browser.login();
    const { address: back, query, fragment } = returned(await browser.allow());
    expect(back).toBe(P1.redirectUri);
    expect([...query.keys()]).toEqual([]);
    expect(fragment.get('token')).toBe(fragment.get('access_token'));
    expect(Object.fromEntries(fragment)).toMatchObject({
      token_type: 'Bearer',
      expires_in: '43200',
      scope: 'lo.read',
      state: 's',
      iss: 'https://auth.test',
    });
    expect(await isAlive(stack, fragment.get('token')!)).toBe(true);
  });

  it('creates a new client that an administrator approves, and returns its credentials', async () => {
    const browser = new TestBrowser(stack);
    const address = {
      client_id: 'vendor-label',
      new_client: 'Vendor, Inc.',
      redirect_uri: 'https://vendor.example/x?y=1',
    };
    await browser.get(authorizeAddress({ ...address, scope: 'lo.read user.read' }));
    const consent = await browser.login();
    expect(consent.text).toContain('vendor.example');
    expect(consent.text).toContain('Vendor, Inc.');
    const { address: back, query } = returned(await browser.allow());
    expect(back).toBe('https://vendor.example/x');
    const credentials = { client_id: query.get('client_id')!, client_secret: query.get('client_secret')! };
    expect(credentials.client_id).toMatch(/^[0-9a-f]{40}$/);
    expect(credentials.client_secret).toMatch(/^[0-9a-f]{40}$/);
    const exchanged = await token(stack, {
      grant_type: 'authorization_code',
      code: query.get('code')!,
      redirect_uri: 'https://vendor.example/x?y=1',
      ...credentials,
    });
    expect(exchanged.status).toBe(200);
    const ownAnswer = await token(stack, { grant_type: 'client_credentials', ...credentials });
    expect(ownAnswer.body.scope).toBe('user.read lo.read');
    const mails = await stack.db.many(sql`
      select 1 from identity.mails where template = 'new-client' and portal_id = 1`);
    expect(mails.length).toBeGreaterThan(0);
  });

  it('returns access_denied when the person refuses', async () => {
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({ scope: 'lo.read' }),
      'manager@a.example',
    );
    const { query } = returned(await browser.submit('/oauth/authorize/consent', { decision: 'deny' }));
    expect(Object.fromEntries(query)).toMatchObject({
      error: 'access_denied',
      state: 's',
      iss: 'https://auth.test',
      x: '1',
    });
  });
});

describe('requests without openid', () => {
  it.each([
    [{ scope: 'unknown', response_mode: 'x', redirect: 'x', code_challenge: 'x' }, 'response_mode'],
    [{ scope: 'unknown', redirect: 'x', code_challenge: 'x' }, 'redirect must be'],
    [{ scope: 'unknown', code_challenge: 'x' }, 'code_challenge_method'],
    [{ scope: 'unknown' }, 'The scope unknown'],
  ])('are refused in the order that they always had: %j', async (parameters, words) => {
    const answer = await new TestBrowser(stack).get(authorizeAddress(parameters));
    expect(returned(answer).query.get('error_description')).toContain(words);
  });

  it('take none of its parameters', async () => {
    const parameters = {
      prompt: 'none',
      id_token_hint: 'x',
      portal_name: 'x',
      acr_values: '2fa',
      nonce: 'n',
    };
    const answer = await new TestBrowser(stack).get(authorizeAddress({ scope: 'lo.read', ...parameters }));
    expect(answer.text).toContain('action="/oauth/authorize/login"');
  });
});

/** A request is stored only after sign-in, so unauthenticated callers cannot fill the table. */
describe('GET /oauth/authorize before a login', () => {
  afterEach(() => stack.clock.reset());
  const stored = async () =>
    await stack.db.value<number>(sql`
      select count(*)::int from auth.authorization_requests`);
  const login = '/oauth/authorize/login';
  const credentials = { username: 'admin@a.example', password };

  it('stores no row, nor do wrong passwords and visits to the account page; signing in stores one', async () => {
    const before = await stored();
    const browser = await TestBrowser.open(stack, '/oauth/account');
    await browser.submit(login, { ...credentials, password: 'wrong' });
    await browser.get(authorizeAddress({ state: 's'.repeat(4_000) }));
    await browser.submit(login, { ...credentials, password: 'wrong' });
    expectPage(
      await browser.submit('/oauth/authorize/login', { username: 'x@x.example', password: 'y' }),
      400,
    );
    expect(await stored()).toBe(before);
    await browser.login();
    expect(await stored()).toBe(before + 1);
    const answer = await browser.allow();
    expect(new URL(leadsTo(answer)).searchParams.get('state')).toBe('s'.repeat(4_000));
  });

  it('accepts the longest permitted state, whatever its characters', async () => {
    for (const state of ['\u0001'.repeat(1_300), '"'.repeat(1_300), '漢'.repeat(450)]) {
      const browser = await TestBrowser.signIn(stack, authorizeAddress({ state, prompt: 'consent' }));
      const answer = await browser.allow();
      expect(new URL(leadsTo(answer)).searchParams.get('state')).toBe(state);
    }
  });

  it('is bound to the browser, tamper-proof, and valid for an hour', async () => {
    const browser = new TestBrowser(stack);
    const other = new TestBrowser(stack);
    await browser.get(authorizeAddress());
    const { transaction } = browser.form(login).fields;
    await other.get(authorizeAddress());
    const { csrf } = other.form(login).fields;
    const before = await stored();
    expectPage(await other.post(login, { ...credentials, csrf: csrf!, transaction: transaction! }), 403);
    const ownFields = browser.form(login).fields;
    const altered = alterCharacter(transaction!, 0);
    for (const changed of [`${transaction}A`, transaction!.slice(4), altered, 'x', ''])
      expectPage(await browser.post(login, { ...credentials, ...ownFields, transaction: changed }), 403);
    stack.clock.advance(3_601);
    expectPage(await browser.post(login, { ...credentials, ...ownFields }), 403);
    expect(await stored()).toBe(before);
  });

  it('has one answer, however often its login form is sent', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress({ prompt: 'consent' }));
    const form = browser.form(login).fields;
    await browser.submit(login, credentials);
    expect(leadsTo(await browser.allow())).toContain('code=');
    // back to the login page, and out of the session
    await browser.get('/oauth/account');
    await browser.submit('/oauth/sign-out');
    const before = await stored();
    const again = await browser.follow(await browser.post(login, { ...form, ...credentials }));
    expect([again.status, again.text.includes('answered')]).toEqual([400, true]);
    expect(await stored()).toBe(before);
  });
});
