import { sql } from '@app/database';
import { SESSIONS_HERE } from '@app/testing';
import { accounts, C2, configure, useAuthServers } from '../../../test/auth-stack.js';
import { currentFactorCode, recoveryOn, secretOn } from '../../../test/factors.js';
import { oneTimeToken } from '../../../test/links.js';
import { expectDead, expectRefusal, get, token, grantIn } from '../../../test/requests.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from '../../../test/test-browser.js';
import { exchange } from '../../../test/openid.js';

const stack = useAuthServers();
const username = 'multi@a.example'; // administers A and B
const factorForm = '/oauth/authorize/factor';
const consentForm = '/oauth/authorize/consent';
const confirmForm = '/oauth/account/second-factor/confirm';
const setUpLink = /href="(\/oauth\/account\/second-factor\?transaction=[^"]+)"/;
const portalARequest = {};
const unbound = { client_id: C2.clientId, redirect_uri: C2.redirectUri! };
const c2 = { client_id: C2.clientId, client_secret: C2.secret };

const demand = (isDemanded: boolean) => configure(stack, 2, { require_second_factor: isDemanded });
const forget = () =>
  stack.db.many(sql`
    delete from auth.second_factors; delete from auth.recovery_codes; delete from auth.sessions; delete
      from auth.consents; delete from auth.codes`);

async function signedIn(): Promise<TestBrowser> {
  const browser = await TestBrowser.signIn(stack, '/oauth/account', username);
  return browser;
}

/** Sets up a factor in this browser. @returns its recovery codes */
async function turnOn(browser: TestBrowser): Promise<string[]> {
  const secret = secretOn(await browser.submit('/oauth/account/second-factor'));
  const codes = recoveryOn(
    await browser.submit(confirmForm, { otp: await currentFactorCode(stack, secret) }),
  );
  expect(codes).toHaveLength(10);
  return codes;
}

/** Requests access for the unbound client and chooses the account. */
async function choose(browser: TestBrowser, account: number) {
  await browser.follow(await browser.get(authorizeAddress(unbound)));
  return browser.submit('/oauth/authorize/portal', { account: String(account) });
}

/** Tokens for the unbound client in the account, by authorization code. */
async function requestTokens(browser: TestBrowser, account: number) {
  let page = await choose(browser, account);
  if (page.text.includes(consentForm)) page = await browser.allow();
  return exchange(stack, returned(page).query.get('code')!, C2);
}

const refresh = (refreshToken: string) =>
  token(stack, { ...c2, grant_type: 'refresh_token', refresh_token: refreshToken });
const grant = (portal: string, otp?: string) => grantIn(stack, portal, username, { otp });

describe('a second factor that portal B requires of its administrators', () => {
  beforeEach(async () => {
    await forget();
    await stack.db.many(sql`
      update identity.accounts set roles = '{Administrator}' where id = ${accounts.multiB}`);
    await stack.redis.del(...(await stack.redis.keys(`${stack.redisPrefix}:attempts:*`)), 'none');
    await demand(true);
  });

  it('T28 is not required in A, even of administrators of other portals', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress(portalARequest));
    const page = await browser.login(username);
    expect([page.status, page.text.includes(consentForm)]).toEqual([200, true]);
    expect(returned(await browser.allow()).query.get('code')).toEqual(expect.any(String));
  });

  it('T29 is not required in A of an administrator of both; choosing B leads to the set-up page and back', async () => {
    const browser = await signedIn();
    expect((await choose(browser, accounts.multiA)).text).toContain(consentForm);
    const page = await choose(browser, accounts.multiB);
    expect(page.status).toBe(403);
    expect(page.text).toContain('Portal B requires its administrators to use a second factor.');
    expect(page.text).not.toContain(consentForm);
    const link = setUpLink.exec(page.text)![1]!;
    // what leads on comes before what leads elsewhere
    expect(page.text.search(setUpLink)).toBeLessThan(page.text.indexOf('action="/oauth/authorize/portal"'));
    const other = await browser.submit('/oauth/authorize/portal'); // without a choice: shows the list of portals again
    expect(other.text).toContain(`value="${accounts.multiA}"`);
    await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiB) });

    stack.clock.advance(601); // the password is required again, and the way back is kept
    await browser.get(link);
    const setUp = await browser.login(username);
    const wrong = await browser.submit(confirmForm, { otp: '000000' });
    expect([wrong.status, secretOn(wrong)]).toEqual([400, secretOn(setUp)]);
    const nextPage = await browser.submit(confirmForm, {
      otp: await currentFactorCode(stack, secretOn(setUp)),
    });
    expect(recoveryOn(nextPage)).toHaveLength(10);
    const back = /<p class="next"><a href="([^"]+)"/.exec(nextPage.text)![1]!;
    const consent = await browser.follow(await browser.get(back));
    expect([consent.status, consent.text.includes('Portal B')]).toEqual([200, true]);
    expect(returned(await browser.allow()).query.get('code')).toEqual(expect.any(String));
    expect((await browser.get(link)).headers.get('location')).toBe(back); // once the factor is set up, the page only leads back
  });

  it('the set-up page leads back only to a request of this browser', async () => {
    const browser = await signedIn();
    for (const transaction of ['//evil.example', 'undefined', `req_20260101_${'x'.repeat(33)}`, '"><b>']) {
      const page = await browser.get(
        `/oauth/account/second-factor?${new URLSearchParams({ transaction }).toString()}`,
      );
      expect(browser.form(confirmForm).fields).not.toHaveProperty('transaction');
      // the same page in another language has the same query, and no other path
      expect(page.text.replace(/<nav .*?<\/nav>/s, '')).not.toContain(transaction);
    }
    const { fields } = browser.form(confirmForm);
    const secret = secretOn(browser.page);
    const nextPage = await browser.post(confirmForm, {
      ...fields,
      transaction: '//evil.example',
      otp: await currentFactorCode(stack, secret),
    });
    expect(nextPage.text).toContain('<p class="next"><a href="/oauth/account">');
  });

  it('T30 the password grant issues tokens for A, but not for B', async () => {
    expect((await grant('a.learning.localhost')).status).toBe(200);
    expectRefusal(await grant('b.learning.localhost'), 400, 'invalid_grant');
    const codes = await turnOn(await signedIn());
    expectRefusal(await grant('b.learning.localhost'), 400, 'invalid_grant');
    expect((await grant('b.learning.localhost', codes[0])).status).toBe(200);
  });

  it('T31 a login link to A works, one to B requires a sign-in', async () => {
    const [a, b] = [new TestBrowser(stack), new TestBrowser(stack)];
    const linkA = await oneTimeToken(stack, accounts.multiA);
    await a.get(authorizeAddress({ ...portalARequest, one_time_token: linkA }));
    expect((await a.submit('/oauth/authorize/one-time')).text).toContain(consentForm);
    const linkB = await oneTimeToken(stack, accounts.multiB, 2);
    const page = await b.get(authorizeAddress({ ...unbound, one_time_token: linkB }));
    expect(page.text).toContain('action="/oauth/authorize/login"');
    expect(page.text).toContain('This portal requires its administrators to use a second factor');
    expect([...b.cookies.keys()]).not.toContain('__Host-session');
  });

  it('T31 a session begun by a link before B required a factor no longer opens B', async () => {
    await demand(false);
    const browser = new TestBrowser(stack);
    const link = await oneTimeToken(stack, accounts.multiB, 2);
    await browser.get(authorizeAddress({ ...unbound, one_time_token: link }));
    expect((await browser.submit('/oauth/authorize/one-time')).text).toContain(consentForm);
    await demand(true);
    const page = await browser.allow();
    expect([page.status, returned(page).query.get('code')]).toEqual([403, null]);
    await browser.get(setUpLink.exec(page.text)![1]!);
    expect(browser.form('/oauth/authorize/login').fields).toHaveProperty('password');
  });

  it('T32 is not required of a learner in B, by form, password or link', async () => {
    await stack.db.many(sql`update identity.accounts set roles = '{Learner}' where id = ${accounts.multiB}`);
    const browser = await signedIn();
    expect((await choose(browser, accounts.multiB)).text).toContain(consentForm);
    const { refresh_token: refreshToken } = await requestTokens(browser, accounts.multiB);
    expect((await refresh(refreshToken)).status).toBe(200);
    const linked = new TestBrowser(stack);
    const link = await oneTimeToken(stack, accounts.multiB, 2);
    await linked.get(authorizeAddress({ ...unbound, one_time_token: link }));
    const entered = await linked.submit('/oauth/authorize/one-time');
    expect(returned(entered).query.get('code')).toEqual(expect.any(String)); // with the earlier consent
  });

  it('T33 a session older than the factor needs a code once to enter B, but not to enter A', async () => {
    const old = await signedIn();
    const codes = await turnOn(await signedIn());
    expect((await choose(old, accounts.multiA)).text).toContain(consentForm);
    const answer = await choose(old, accounts.multiB);
    expect(answer.text).toContain('Portal B requires its administrators to use a second factor.');
    expect(answer.text).not.toContain(consentForm);
    for (const otp of ['', '000000']) {
      const wrong = await old.submit(factorForm, { otp });
      expect([wrong.status, wrong.text.includes('otp-error')]).toEqual([400, true]);
    }
    expect((await old.submit(factorForm, { otp: codes[0]! })).text).toContain(consentForm);
    expect((await choose(old, accounts.multiB)).text).toContain(consentForm);

    // a factor that was set up again is a different one
    await stack.db.many(sql`update auth.second_factors set confirmed_at = clock_timestamp()`);
    const again = await choose(old, accounts.multiB);
    expect([again.text.includes(factorForm), again.text.includes(consentForm)]).toEqual([true, false]);
  });

  it('T33 a remembered consent does not replace the code', async () => {
    await demand(false);
    const old = await signedIn();
    await requestTokens(old, accounts.multiB);
    expect(returned(await choose(old, accounts.multiB)).query.get('code')).toEqual(expect.any(String));
    await demand(true);
    await turnOn(await signedIn());
    const page = await choose(old, accounts.multiB);
    expect([page.text.includes(factorForm), page.headers.get('location')]).toEqual([true, null]);
  });

  it('T33 of 8 sessions that send the same code in parallel, one succeeds', async () => {
    const old = await Promise.all(Array.from({ length: 8 }, signedIn));
    const [code] = await turnOn(await signedIn());
    for (const browser of old) await choose(browser, accounts.multiB);
    await Promise.all(old.map((browser) => browser.submit(factorForm, { otp: code! })));
    expect(old.filter(({ page }) => page.text.includes(consentForm))).toHaveLength(1);
    expect(
      await stack.db.many(sql`
      select 1 from auth.sessions where factor_time is not null`),
    ).toHaveLength(2);
  });

  it('a factor proposed but not confirmed does not count, even with a correct code', async () => {
    const browser = await signedIn();
    await choose(browser, accounts.multiB);
    const { fields } = browser.form('/oauth/authorize/another');
    await browser.get('/oauth/account');
    const secret = secretOn(await browser.submit('/oauth/account/second-factor'));
    const answer = await browser.post(factorForm, { ...fields, otp: await currentFactorCode(stack, secret) });
    expect(answer.status).toBe(403);
    expect(await stack.db.many(sql`select 1 from auth.sessions where factor_time is not null`)).toEqual([]);
  });

  it('T34 turned off: tokens, codes and families of B end, those of A stay valid', async () => {
    const browser = await signedIn();
    const codes = await turnOn(browser);
    const inA = await requestTokens(browser, accounts.multiA);
    const inB = await requestTokens(browser, accounts.multiB);
    const byPassword = await grant('b.learning.localhost', codes[0]);
    const unspent = returned(await choose(browser, accounts.multiB)).query.get('code')!;
    await browser.get('/oauth/account');
    await browser.submit('/oauth/account/second-factor/remove');
    await browser.submit('/oauth/account/second-factor/remove', { otp: codes[1]! });

    for (const { access_token: accessToken, refresh_token: refreshToken } of [inB, byPassword.body]) {
      await expectDead(stack, accessToken);
      expectRefusal(await refresh(refreshToken), 400, 'invalid_grant');
    }
    const spend = { ...c2, grant_type: 'authorization_code', redirect_uri: C2.redirectUri! };
    expectRefusal(await token(stack, { ...spend, code: unspent }), 400, 'invalid_grant');
    const valid = await get(`${stack.url}/oauth/validate`, { authorization: `Bearer ${inA.access_token}` });
    expect(valid.status).toBe(200);
    expect((await refresh(inA.refresh_token)).status).toBe(200);
    expect(setUpLink.test((await choose(browser, accounts.multiB)).text)).toBe(true);
  });

  it('T34 turned off: every other process is notified', async () => {
    const browser = await signedIn();
    const codes = await turnOn(browser);
    const other = stack.redis.duplicate();
    try {
      await other.subscribe(`${stack.redisPrefix}:revocations`);
      const woken = new Promise((resolve) => other.once('message', resolve));
      await browser.get('/oauth/account');
      await browser.submit('/oauth/account/second-factor/remove');
      await browser.submit('/oauth/account/second-factor/remove', { otp: codes[0]! });
      await woken;
    } finally {
      other.disconnect();
    }
  });

  it('T34 turned off while a consent for B is given: no code is issued', async () => {
    const browser = await signedIn();
    await turnOn(browser);
    await choose(browser, accounts.multiB);
    const connection = await stack.db.connect();
    try {
      await connection.query('begin');
      await connection.query('delete from auth.second_factors where person_id = 5');
      const allowed = browser.allow();
      await waitsForLock();
      await connection.query('commit');
      const page = await allowed;
      expect([page.status, returned(page).query.get('code')]).toEqual([403, null]);
    } finally {
      connection.release();
    }
    expect(
      await stack.db.many(sql`
      select 1 from auth.codes where portal_id = 2 and used_at is null`),
    ).toEqual([]);
  });

  it('a family ends once B requires a factor that it was not granted with', async () => {
    await demand(false);
    const browser = await signedIn();
    const { refresh_token: first } = await requestTokens(browser, accounts.multiB);
    const { refresh_token: second } = (await refresh(first)).body;
    await demand(true);
    expectRefusal(await refresh(second), 400, 'invalid_grant');
    stack.clock.advance(1);
    await turnOn(await signedIn()); // in another session: this family never saw a code
    expectRefusal(await refresh(second), 400, 'invalid_grant');
    await demand(false); // nothing was used up
    expect((await refresh(second)).status).toBe(200);
  });

  it('a family newer than the factor ends when the session that began it never used the factor', async () => {
    await demand(false);
    const old = await signedIn();
    const codes = await turnOn(await signedIn());
    stack.clock.advance(60);
    const { refresh_token: unused } = await requestTokens(old, accounts.multiB);
    await demand(true);
    expectRefusal(await refresh(unused), 400, 'invalid_grant');
    // the code given now counts for later grants, not for earlier ones
    await choose(old, accounts.multiB);
    await old.submit(factorForm, { otp: codes[0]! });
    expectRefusal(await refresh(unused), 400, 'invalid_grant');
    const { refresh_token: used } = await requestTokens(old, accounts.multiB);
    expect((await refresh(used)).status).toBe(200);
    await demand(false); // nothing was used up
    expect((await refresh(unused)).status).toBe(200);
  });

  it('families of a login and of a password grant that used the factor continue until it is replaced', async () => {
    const browser = await signedIn();
    const codes = await turnOn(browser);
    const first = [
      (await requestTokens(browser, accounts.multiB)).refresh_token,
      (await grant('b.learning.localhost', codes[0])).body.refresh_token as string,
    ];
    const answers = await Promise.all(first.map(refresh));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await stack.db.many(sql`update auth.second_factors set confirmed_at = clock_timestamp()`);
    for (const { body } of answers) expectRefusal(await refresh(body.refresh_token), 400, 'invalid_grant');
  });

  it('a password grant from before the factor did not use it', async () => {
    await demand(false);
    const { body } = await grant('b.learning.localhost');
    await turnOn(await signedIn());
    await demand(true);
    expectRefusal(await refresh(body.refresh_token), 400, 'invalid_grant');
  });

  it('new_client of B requires it too', async () => {
    const browser = await signedIn();
    const vendor = { client_id: 'label', new_client: 'Vendor', redirect_uri: 'https://vendor.example/cb' };
    await browser.follow(await browser.get(authorizeAddress(vendor)));
    const page = await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiB) });
    expect([page.status, page.text.includes(consentForm)]).toEqual([403, false]);
  });

  it('obtains codes for A as before', async () => {
    expect(await obtainCode(stack, portalARequest, { username })).toEqual(expect.any(String));
  });
});

/** Waits until a statement of the server is blocked on a lock. */
async function waitsForLock(): Promise<void> {
  const waiting = sql`select 1 from ${sql.raw(SESSIONS_HERE)} s where wait_event_type = 'Lock'`;
  while (!(await stack.db.has(waiting))) await new Promise((resolve) => setImmediate(resolve));
}
