import { sql } from '@app/database';
import { accounts, C2, password, useAuthServers, c2Request } from '../auth-stack.js';
import { passwordToken } from '../links.js';
import { expectPage, token } from '../requests.js';
import { authorizeAddress, TestBrowser } from '../test-browser.js';

const stack = useAuthServers(2);

describe('I01 a form that is not ours: 403 page, nothing changed', () => {
  const strange: [string, Record<string, string>][] = [
    ['Origin of another site', { origin: 'https://evil.test' }],
    ['Origin null', { origin: 'null' }],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
  ];

  it.each(strange)('%s', async (_, headers) => {
    const browser = await TestBrowser.open(stack, authorizeAddress());
    const login = browser.form('/oauth/authorize/login').fields;
    expectPage(
      await browser.post(
        '/oauth/authorize/login',
        { ...login, username: 'admin@a.example', password },
        headers,
      ),
      403,
    );
    expect([...browser.cookies.keys()]).not.toContain('__Host-session');
    for (const { action, fields } of await formsOfSomebodySignedIn(browser)) {
      expectPage(await browser.post(action, fields, headers), 403);
    }
    await expectNothingChanged(browser);
  });

  it('every form, without a token, with another browser’s, or with the one from before the login', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress());
    const early = browser.form('/oauth/authorize/login').fields['csrf']!;
    const other = await TestBrowser.signIn(stack, '/oauth/account', 'learner@a.example');
    const foreign = other.form('/oauth/sign-out').fields['csrf']!;
    for (const { action, fields } of await formsOfSomebodySignedIn(browser)) {
      const { csrf: _, ...without } = fields;
      expectPage(await browser.post(action, without), 403);
      for (const csrf of ['', 'x', foreign, early])
        expectPage(await browser.post(action, { ...fields, csrf }), 403);
    }
    await expectNothingChanged(browser);
  });

  /** Each form that a signed-in person can see, ready to be posted. */
  async function formsOfSomebodySignedIn(browser: TestBrowser) {
    const c2 = { ...c2Request, scope: 'group.write' };
    await browser.get(authorizeAddress(c2));
    await browser.login('multi@a.example');
    const portal = browser.form('/oauth/authorize/portal');
    await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiA) });
    const consent = browser.form('/oauth/authorize/consent');
    const another = browser.form('/oauth/authorize/another');
    const link = await passwordToken(stack, 5);
    await browser.get(`/oauth/password/set?token=${link}`);
    const setPassword = browser.form('/oauth/password/set');
    await browser.get('/oauth/account');
    const signOut = browser.form('/oauth/sign-out');
    const secondFactor = browser.form('/oauth/account/second-factor');
    const chosen = { password: 'Quite-new-5678', repeated: 'Quite-new-5678' };
    return [
      portal,
      { ...consent, fields: { ...consent.fields, decision: 'allow' } },
      { ...setPassword, fields: { ...setPassword.fields, ...chosen } },
      secondFactor,
      another,
      signOut,
    ];
  }

  async function expectNothingChanged(browser: TestBrowser): Promise<void> {
    expect((await browser.get('/oauth/account')).text).toContain('action="/oauth/sign-out"');
    const form = { grant_type: 'password', username: 'multi@a.example', password };
    expect((await token(stack, form)).status).toBe(200);
    expect(
      await stack.db.many(sql`
        select 1 from auth.consents where client_id = ${C2.clientId} and account_id = 105`),
    ).toEqual([]);
    expect(await stack.db.many(sql`select 1 from auth.codes where client_id = ${C2.clientId}`)).toEqual([]);
  }

  it('without a token, or with the one of another browser', async () => {
    const browser = new TestBrowser(stack);
    const other = new TestBrowser(stack);
    await browser.get(authorizeAddress());
    await other.get(authorizeAddress());
    const form = browser.form('/oauth/authorize/login').fields;
    const credentials = { username: 'admin@a.example', password, transaction: form['transaction']! };
    expectPage(await browser.post('/oauth/authorize/login', credentials), 403);
    const foreign = other.form('/oauth/authorize/login').fields['csrf']!;
    expectPage(await browser.post('/oauth/authorize/login', { ...credentials, csrf: foreign }), 403);
    expectPage(await browser.post('/oauth/password/set', { csrf: foreign, link: 'x', password: 'y' }), 403);
    await browser.get(authorizeAddress());
    await browser.login();
    const before = browser.cookies.get('__Host-session');
    expectPage(await browser.get('/oauth/sign-out'), 403);
    expect(browser.cookies.get('__Host-session')).toBe(before);
  });
});
