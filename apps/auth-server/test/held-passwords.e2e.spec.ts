import { sql } from '@app/database';
import { hashPassword } from '@app/credentials';
import { decodeJwt } from 'jose';
import { assertion, registerKey } from './assertions.js';
import { C1, C2, useAuthServers, configure } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import {
  expectPage,
  token,
  type OAuthAnswer,
  isAlive,
  grantIn,
  expectRefusal,
  requestHost,
} from './requests.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from './test-browser.js';
import { exchange, redeem } from './openid.js';
import { currentFactorCode, secretOn } from './factors.js';
import { placeholder, type Placeholder } from './placeholders.js';

const stack = useAuthServers();
const ownPassword = 'My-own-password-3';

/** A portal's statements about a person apply in that portal; only their mailbox proves who they are. */
describe('passwords held by portals', () => {
  const passwordA = 'Held-by-portal-A-1';
  const passwordB = 'Held-by-portal-B-2';

  let hashOfA: string;
  let hashOfB: string;
  beforeAll(async () => {
    [hashOfA, hashOfB] = await Promise.all([hashPassword(passwordA), hashPassword(passwordB)]);
    await stack.register({
      ...C1,
      clientId: 'b-app',
      portalId: 2,
      redirectUri: 'https://b.example/cb',
      secret: 'b-secret-0123456789',
    });
  });

  let count = 0;
  const nextAddress = () => `held-${(count += 1)}@example.com`;
  const named = (email: string, portalId: number, hash?: string) =>
    placeholder(stack, email, portalId, hash === undefined ? {} : { hash });
  const setOwn = async (personId: number, portalId: number | null = 1) => {
    const token = await passwordToken(stack, personId, portalId);
    const page = await new TestBrowser(stack).setPassword(token, ownPassword);
    expect([page.status, page.text.includes('role="alert"')]).toEqual([200, false]);
  };
  const loginFor = (clientId: string, redirect_uri: string, email: string, password: string) =>
    TestBrowser.signIn(
      stack,
      authorizeAddress({ client_id: clientId, redirect_uri, prompt: 'consent' }),
      email,
      password,
    );
  const forA = (email: string, password: string) => loginFor(C1.clientId, C1.redirectUri!, email, password);
  const forB = (email: string, password: string) =>
    loginFor('b-app', 'https://b.example/cb', email, password);
  const forAny = (email: string, password: string) => loginFor(C2.clientId, C2.redirectUri!, email, password);
  const isWrong = (browser: TestBrowser) =>
    expect([browser.page.status, browser.page.text.includes('aria-invalid')]).toEqual([400, true]);
  const grant = (username: string, password: string, portal: string) =>
    grantIn(stack, portal, username, { password });

  it('T02 a login for an application of that portal opens a session for that account only', async () => {
    const email = nextAddress();
    const { accountId } = await named(email, 1, hashOfA);
    const browser = await forA(email, passwordA);
    expect(returned(await browser.allow()).query.get('code')).toBeTruthy();
    const sessions = await stack.db.many(sql`
      select s.only_account_id, s.by_password from auth.sessions s join identity.persons p on p.id = s.person_id
       where p.email = ${email}`);
    expect(sessions).toEqual([{ only_account_id: accountId, by_password: false }]);
  });

  it('T03 is wrong for an application of another portal, even if the person has an account there', async () => {
    const email = nextAddress();
    await named(email, 1, hashOfA);
    isWrong(await forB(email, passwordA));
    await named(email, 2);
    isWrong(await forB(email, passwordA));
    expect((await grant(email, passwordA, 'b.learning.localhost')).body.error).toBe('invalid_grant');
    expect((await grant(email, passwordA, 'a.learning.localhost')).status).toBe(200);
  });

  it('T04, T05 two portals, two passwords: each opens its own account; where no portal is named, neither works', async () => {
    const email = nextAddress();
    const { personId } = await named(email, 1, hashOfA);
    await named(email, 2, hashOfB);
    for (const [browser, right] of [
      [await forA(email, passwordA), true],
      [await forA(email, passwordB), false],
      [await forB(email, passwordB), true],
      [await forB(email, passwordA), false],
      [await forAny(email, passwordA), false],
      [await forAny(email, passwordB), false],
    ] as const)
      expect(browser.page.text.includes('aria-invalid')).toBe(!right);
    await setOwn(personId);
    expect((await forAny(email, ownPassword)).page.text).not.toContain('aria-invalid');
  });

  it('a single held password works where no portal is named, and reaches its account only', async () => {
    const email = nextAddress();
    await named(email, 1, hashOfA);
    await named(email, 2);
    const browser = await forAny(email, passwordA);
    expect(browser.page.text).toContain('Portal A');
    expect(browser.page.text).not.toContain('Portal B');
  });

  it('T06, T07 the mailed link proves the address: held passwords are deleted, the person’s own opens accepted accounts', async () => {
    const email = nextAddress();
    const { personId } = await named(email, 1, hashOfA);
    await named(email, 2, hashOfB);
    await setOwn(personId);
    expect(
      await stack.db.many(sql`
        select verified_by, verified_portal_id from identity.persons where id = ${personId}`),
    ).toEqual([{ verified_by: 'mail', verified_portal_id: 1 }]);
    expect(
      await stack.db.many(sql`
        select 1 from auth.portal_passwords w join identity.accounts a on a.id = w.account_id
         where a.person_id = ${personId}`),
    ).toEqual([]);
    isWrong(await forA(email, passwordA));
    isWrong(await forB(email, passwordB));
    expect((await grant(email, passwordA, 'a.learning.localhost')).body.error).toBe('invalid_grant');
    expect((await grant(email, ownPassword, 'a.learning.localhost')).status).toBe(200);
    // the link was for the account in A; the one in B is an offer
    expect((await grant(email, ownPassword, 'b.learning.localhost')).body.error).toBe('invalid_grant');
  });

  it('T08 a proof ends session, tokens and consent that a held password opened, within a second', async () => {
    const email = nextAddress();
    const { personId, accountId } = await named(email, 1, hashOfA);
    const browser = await forA(email, passwordA);
    const code = returned(await browser.allow()).query.get('code')!;
    const { access_token, refresh_token } = await exchange(stack, code);
    expect(await isAlive(stack, access_token)).toBe(true);
    await setOwn(personId);
    expect(await isAlive(stack, access_token)).toBe(false);
    expect((await token(stack, { grant_type: 'refresh_token', refresh_token })).body.error).toBe(
      'invalid_grant',
    );
    expect(await stack.db.many(sql`select 1 from auth.consents where account_id = ${accountId}`)).toEqual([]);
    expect((await browser.get('/oauth/account')).text).toContain('action="/oauth/authorize/login"');
  });

  it('T09 cannot set up a second factor: the mailed proof comes first, and nothing is stored', async () => {
    const email = nextAddress();
    const { personId } = await named(email, 1, hashOfA);
    const browser = await forA(email, passwordA);
    const page = await browser.get('/oauth/account');
    expect(page.text).toContain('Portal A');
    await browser.follow(await browser.get('/oauth/account/second-factor'));
    expect(browser.page.text).toContain('/oauth/password/forgotten');
    const posted = await browser.post(
      '/oauth/account/second-factor',
      browser.form('/oauth/password/forgotten').fields,
    );
    expect(posted.headers.get('location')).toBe('/oauth/account/second-factor');
    expect(await stack.db.many(sql`select 1 from auth.second_factors where person_id = ${personId}`)).toEqual(
      [],
    );
  });

  it('a held password replaced at the moment of its use opens nothing', async () => {
    const email = nextAddress();
    const { personId } = await named(email, 1, hashOfA);
    const tries = await Promise.all([forA(email, passwordA), setOwn(personId), forA(email, passwordA)]);
    for (const browser of [tries[0], tries[2]]) {
      await browser.get('/oauth/account');
      expect(browser.page.text).toContain('action="/oauth/authorize/login"');
    }
  });

  it('T10 is not stored for a person with a proven address, whatever a portal sends', async () => {
    const email = nextAddress();
    const { personId } = await named(email, 1, hashOfA);
    await setOwn(personId);
    await named(email, 2, hashOfB);
    isWrong(await forB(email, passwordB));
    expect((await forB(email, ownPassword)).page.text).not.toContain('aria-invalid');
  });

  it('T12, T13 families record the kind of login: only own logins count as the person’s', async () => {
    const email = nextAddress();
    const { personId, accountId } = await named(email, 1, hashOfA);
    const speaks = async ({ body }: OAuthAnswer) => {
      expect(body.access_token).toEqual(expect.any(String));
      const { sid } = decodeJwt(body.access_token);
      const [row] = await stack.db.many<{ own: boolean }>(sql`select auth.is_of_own_login(${sid}) as own`);
      return row!.own;
    };
    const signedIn = async (browser: TestBrowser) =>
      redeem(stack, returned(await browser.allow()).query.get('code')!);
    const byLink = async () => {
      const browser = await TestBrowser.open(
        stack,
        authorizeAddress({ prompt: 'consent', one_time_token: await oneTimeToken(stack, accountId) }),
      );
      await browser.submit('/oauth/authorize/one-time');
      return browser;
    };
    const key = await registerKey(stack, C1.clientId);
    const byAssertion = async () =>
      token(stack, {
        grant_type: 'service_jwt',
        jwt: await assertion(stack, key, C1.clientId, { sub: email }),
      });
    const renewed = ({ body }: OAuthAnswer) =>
      token(stack, { grant_type: 'refresh_token', refresh_token: body.refresh_token });

    const redeemed = await signedIn(await forA(email, passwordA));
    for (const answer of [
      redeemed,
      await renewed(redeemed),
      await grant(email, passwordA, 'a.learning.localhost'),
    ])
      expect(await speaks(answer)).toBe(false);
    for (const answer of [await signedIn(await byLink()), await byAssertion()])
      expect(await speaks(answer)).toBe(false);
    await setOwn(personId);
    const login = await signedIn(await forA(email, ownPassword));
    for (const answer of [
      login,
      await renewed(login),
      await grant(email, ownPassword, 'a.learning.localhost'),
    ])
      expect(await speaks(answer)).toBe(true);
    for (const answer of [await signedIn(await byLink()), await byAssertion()])
      expect(await speaks(answer)).toBe(false);
  });

  it('T19 the operator’s confirmation proves an address as the mail does', async () => {
    expect(await obtainCode(stack, { scope: 'lo.read' })).toBeTruthy(); // people of the fixture are proven that way
    expectPage((await forB('learner@a.example', ownPassword)).page, 400);
  });
});

/** T35: a person with no proven address cannot set up a factor; a portal that requires one must not be a dead end for them. */
describe('the first administrator of a portal that requires a second factor', () => {
  const heldPassword = 'Held-by-the-portal-1';
  const forgotten = '/oauth/password/forgotten';
  const login = '/oauth/authorize/login';
  const confirm = '/oauth/account/second-factor/confirm';

  const stack = useAuthServers(1, { PORTAL_FRONT_END: 'http://{portal}:8080{path}' });
  let hash: string;
  beforeAll(async () => {
    hash = await hashPassword(heldPassword);
    await configure(stack, 1, { require_second_factor: true });
  });

  let count = 0;
  const first = async () => {
    const email = `first-${(count += 1)}@example.com`;
    return { email, ...(await placeholder(stack, email, 1, { hash })) };
  };
  const stored = ({ personId }: Placeholder) =>
    stack.db.many(sql`
      select 1 from auth.second_factors where person_id = ${personId}
      union all select 1 from auth.passwords where person_id = ${personId}
      union all select 1 from identity.persons where id = ${personId} and verified_time is not null`);
  const setOwn = async (browser: TestBrowser, { personId }: Placeholder) =>
    browser.setPassword(await passwordToken(stack, personId), ownPassword);
  const wayOn = ({ text }: { text: string }) =>
    /<p><a href="([^"]+)">Sign in<\/a><\/p>/.exec(text)![1]!.replaceAll('&amp;', '&');
  /** From the mailed link to the code that the application is waiting for. */
  const goThrough = async (browser: TestBrowser, person: Placeholder & { email: string }) => {
    const nextPath = wayOn(await setOwn(browser, person));
    expect(nextPath).toMatch(/^\/oauth\/authorize\/continue\?transaction=txn_/);
    await browser.get(nextPath);
    await browser.login(person.email, ownPassword);
    // a link that the person requested themselves accepts nothing
    await browser.submit('/oauth/authorize/offer', { decision: 'accept' });
    const setUp = /href="(\/oauth\/account\/second-factor\?transaction=[^"]+)"/.exec(browser.page.text)!;
    const page = await browser.get(setUp[1]!);
    await browser.submit(confirm, { otp: await currentFactorCode(stack, secretOn(page)) });
    const back = /<p class="next"><a href="([^"]+)"/.exec(browser.page.text)![1]!;
    await browser.follow(await browser.get(back));
    expect(returned(await browser.allow()).query.get('code')).toEqual(expect.any(String));
  };

  it('T35 proves the address first, then sets up the factor, then continues where they were going', async () => {
    const person = await first();
    const browser = await TestBrowser.open(stack, authorizeAddress());
    const page = await browser.login(person.email, heldPassword);
    expect(page.status).toBe(403);
    expect(page.text).toContain('confirm that your e-mail address is yours');
    expect(page.text).not.toContain('/oauth/account/second-factor');
    expect(await stored(person)).toEqual([]);
    const sent = await browser.submit(forgotten);
    expect([sent.status, sent.text.includes('an e-mail is on its way')]).toEqual([200, true]);
    const mails = await stack.db.many(sql`
      select recipient from identity.mails where template = 'password-reset'`);
    expect(mails).toContainEqual({ recipient: person.email });
    expect(await stored(person)).toEqual([]);
    await goThrough(browser, person);
  });

  it('T35 reads the same at a login link, which does not sign in', async () => {
    const person = await first();
    const browser = new TestBrowser(stack);
    const link = await oneTimeToken(stack, person.accountId);
    const page = await browser.get(authorizeAddress({ one_time_token: link }));
    expect(page.text).toContain('confirm that your e-mail address is yours');
    expect(page.text).not.toContain(person.email);
    expect([...browser.cookies.keys()]).not.toContain('__Host-session');
    await browser.submit(forgotten, { username: person.email });
    expect(await stored(person)).toEqual([]);
    await goThrough(browser, person);
  });

  it('T35 reads the same at a login link on the portal’s own host, which leads to the page for the mail', async () => {
    const person = await first();
    const link = await oneTimeToken(stack, person.accountId);
    const host = { host: 'a.learning.localhost' };
    const { status, text } = await requestHost(`${stack.url}/?oneTimeToken=${link}`, host);
    expect(status).toBe(403);
    expect(text).toContain('confirm that your e-mail address is yours');
    expect(text).toContain('href="https://auth.test/oauth/password/forgotten"');
  });

  it('T35 is refused by the password grant in the usual words', async () => {
    const person = await first();
    const grant = (password: string) => grantIn(stack, 'a.learning.localhost', person.email, { password });
    const refused = await grant(heldPassword);
    expectRefusal(refused, 400, 'invalid_grant');
    const wrong = (await grant('Not-the-password-9')).body;
    expect(refused.body.error_description).toBe(wrong.error_description);
  });

  it('needs no factor if only a learner in that portal', async () => {
    const email = `first-${(count += 1)}@example.com`;
    await placeholder(stack, email, 1, { hash, role: 'Learner' });
    const browser = await TestBrowser.signIn(stack, authorizeAddress(), email, heldPassword);
    expect(returned(await browser.allow()).query.get('code')).toEqual(expect.any(String));
  });

  it('finds the way back only in the same browser, and within the hour that a request waits', async () => {
    const person = await first();
    const [ownBrowser, other] = [new TestBrowser(stack), new TestBrowser(stack)];
    await ownBrowser.get(authorizeAddress());
    await ownBrowser.login(person.email, heldPassword);
    const { transaction } = ownBrowser.form(forgotten).fields;
    await other.get(forgotten);
    await other.submit(forgotten, { username: person.email, transaction: transaction! });
    expect([...other.cookies.keys()].some((name) => name.endsWith('onward'))).toBe(false);
    await ownBrowser.submit(forgotten);
    stack.clock.advance(3_601);
    expect(wayOn(await setOwn(ownBrowser, person))).toBe('/oauth/account');
    stack.clock.reset();
    expect([...ownBrowser.cookies.keys()].some((name) => name.endsWith('onward'))).toBe(false);
  });

  it('must enter the password on the account page as well, and then returns', async () => {
    const person = await first();
    await configure(stack, 1, {});
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({ client_id: C1.clientId }),
      person.email,
      heldPassword,
    );
    await browser.follow(await browser.get('/oauth/account/second-factor'));
    await browser.submit(forgotten);
    const nextPath = wayOn(await setOwn(browser, person));
    expect(nextPath).toMatch(/^\/oauth\/account\/continue\?transaction=txn_/);
    await browser.get(nextPath);
    expect(browser.form(login).fields).toHaveProperty('password');
    expect((await browser.login(person.email, ownPassword)).text).toContain(`action="${confirm}"`);
  });
});
