import { sql } from '@app/database';
import { alterCharacter } from '@app/testing';
import { password, useAuthServers } from '../../../test/auth-stack.js';
import { expectPage } from '../../../test/requests.js';
import { authorizeAddress, leadsTo, TestBrowser } from '../../../test/test-browser.js';

/** A request becomes a row only when somebody signs in for it, so strangers cannot fill the table. */
describe('GET /oauth/authorize before a login', () => {
  const stack = useAuthServers();
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
