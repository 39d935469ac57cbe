import { sql } from '@app/database';
import { limits } from '@app/limits';
import { accounts, C1, C2, useAuthServers, c2Request } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import { expectPage, type OAuthAnswer } from './requests.js';
import { authorizeAddress, obtainCode, returned, TestBrowser, parseForms } from './test-browser.js';
import { approve } from './approvals.js';
import { signIn } from './openid.js';
import { currentFactorCode, recoveryOn, secretOn } from './factors.js';

const stack = useAuthServers();
const clientB = { ...C1, clientId: 'of-b', portalId: 2, redirectUri: 'https://b.example/cb' };
const addressOfB = authorizeAddress({
  client_id: clientB.clientId,
  redirect_uri: clientB.redirectUri,
  scope: 'lo.read',
});
const vendor = authorizeAddress({
  client_id: 'label',
  new_client: 'Vendor',
  redirect_uri: 'https://vendor.example/',
  scope: 'lo.read',
});

beforeAll(() => stack.register(clientB));

/** A browser signed in by a login link. */
async function byLink(accountId = accounts.multiA, portalId = 1): Promise<TestBrowser> {
  const browser = new TestBrowser(stack);
  const one_time_token = await oneTimeToken(stack, accountId, portalId);
  await browser.get(authorizeAddress({ scope: 'portal.read', one_time_token }));
  await browser.submit('/oauth/authorize/one-time');
  return browser;
}

/** Whether the browser is signed in. */
async function isOpen(browser: TestBrowser): Promise<boolean> {
  return (await browser.get('/oauth/account')).text.includes('multi@a.example');
}

async function expectAskedForPassword(browser: TestBrowser, address: string): Promise<void> {
  await browser.follow(await browser.get(address));
  expect(browser.page.text).toContain('Confirm that it is you');
  expect(browser.form('/oauth/authorize/login').fields).toMatchObject({ username: 'multi@a.example' });
}
const enterPassword = (browser: TestBrowser) => browser.login('multi@a.example');

describe('a session begun by a login link', () => {
  it('reaches only its portal: there is no choice, and the consent is for this one', async () => {
    const browser = await byLink();
    const page = await browser.get(authorizeAddress({ ...c2Request, scope: 'lo.read' }));
    expect(page.text).toContain('to Portal A');
    expect(returned(await browser.allow()).query.get('code')).toBeTruthy();
  });

  it('end no sessions of the person’s own login, nor of another portal, however many links a portal creates', async () => {
    const ownBrowser = await TestBrowser.open(stack, '/oauth/account');
    await enterPassword(ownBrowser);
    const inB = await byLink(accounts.multiB, 2);
    await stack.db.many(sql`
      insert into auth.sessions (hash, id, person_id, only_account_id, only_portal_id, authenticated_at, by_password,
                                 created_time, last_seen_time, expires_at)
      select sha256(n::text::bytea), 'of-a-' || n, a.person_id, a.id, a.portal_id, now(), false,
             now(), now() + n * interval '1 second', now() + interval '1 day'
        from identity.accounts a, generate_series(1, ${limits.sessions.most}::int) n where a.id = ${accounts.multiA}`);
    const last = await byLink();
    expect([await isOpen(ownBrowser), await isOpen(inB), await isOpen(last)]).toEqual([true, true, true]);
    const sessionsA = await stack.db.many<{ id: string }>(sql`
      select id from auth.sessions where only_account_id = ${accounts.multiA}`);
    expect(sessionsA).toHaveLength(limits.sessions.most);
    expect(sessionsA.map(({ id }) => id)).not.toContain('of-a-1');
    await stack.db.many(sql`delete from auth.sessions`);
  });

  it('requires the password before a consent for another portal, then continues to it', async () => {
    const browser = await byLink();
    await expectAskedForPassword(browser, addressOfB);
    const wrong = await browser.login('multi@a.example', 'wrong');
    expect([wrong.status, wrong.text.includes('The password is wrong')]).toEqual([400, true]);
    expect((await enterPassword(browser)).text).toContain('to Portal B');
    expect(returned(await browser.allow()).query.get('code')).toBeTruthy();
  });

  it('cannot be widened by posting the consent of another portal', async () => {
    const browser = await byLink();
    await browser.get(addressOfB);
    const { fields } = browser.form('/oauth/authorize/login');
    const answer = await browser.post('/oauth/authorize/consent', { ...fields, decision: 'allow' });
    await browser.follow(answer);
    expect(browser.page.text).toContain('Confirm that it is you');
    expect(
      await stack.db.many(sql`
        select 1 from auth.codes where client_id = 'of-b' and portal_id <> 2`),
    ).toEqual([]);
  });

  it('requires the password before a new client', async () => {
    const browser = await byLink();
    await expectAskedForPassword(browser, vendor);
    await enterPassword(browser);
    // the session is no longer limited
    await browser.submit('/oauth/authorize/portal');
    expect(browser.page.text).toContain('vendor.example');
  });

  it('leads a person without a password to the link that sets one', async () => {
    await stack.db.many(sql`
      with person as (insert into identity.persons (id, email, first_name, last_name) values (50,
             'no@a.example', 'No', 'Word')
        returning id)
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles)
      select 1, 150, id, 'No', 'Word', '{Administrator}' from person`);
    const browser = await byLink(150);
    for (const address of [vendor, '/oauth/account/confirm', '/oauth/account/second-factor']) {
      const page = await browser.get(address);
      expect(page.text).toContain('You have not set a password of your own yet');
      expect(page.text).not.toContain('type="password"');
    }
    await browser.submit('/oauth/password/forgotten');
    expect(browser.page.text).toContain('an e-mail is on its way');
    const mails = await stack.db.many(sql`
      select recipient from identity.mails where template = 'password-reset'`);
    expect(mails).toEqual([{ recipient: 'no@a.example' }]);
  });

  it('requires the password before setting up the second factor, then continues there', async () => {
    const browser = await byLink();
    await browser.get('/oauth/account');
    await browser.submit('/oauth/account/second-factor');
    expect(browser.page.text).toContain('Confirm that it is you');
    const { csrf } = browser.form('/oauth/authorize/login').fields;
    for (const path of ['confirm', 'recovery-codes', 'remove']) {
      const answer = await browser.post(`/oauth/account/second-factor/${path}`, {
        csrf: csrf!,
        otp: '123456',
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/oauth/account/second-factor']);
    }
    expect(await stack.db.many(sql`select 1 from auth.second_factors`)).toEqual([]);
    await expectAskedForPassword(browser, '/oauth/account/second-factor');
    await enterPassword(browser);
    expect(browser.form('/oauth/account/second-factor/confirm')).toBeTruthy();
  });

  it('neither sees nor ends anything of other portals and sessions until the password is given', async () => {
    const elsewhere = new TestBrowser(stack);
    await obtainCode(
      stack,
      { client_id: clientB.clientId, redirect_uri: clientB.redirectUri, scope: 'user.read' },
      {
        browser: elsewhere,
        username: 'multi@a.example',
      },
    );
    const [other] = await stack.db.many<{ id: string }>(sql`
      select id from auth.sessions where person_id = 5 and by_password order by created_time desc limit 1`);
    const browser = await byLink();
    const page = await browser.get('/oauth/account');
    expect(page.text).toContain('only Portal A is shown');
    expect(page.text).not.toContain('Portal B');
    expect(page.text).not.toContain(other!.id);
    const { csrf } = browser.form('/oauth/sign-out').fields;
    const ended = () => stack.db.many(sql`select 1 from auth.audit_log where event = 'session.ended'`);
    const before = await ended();
    await browser.post('/oauth/account/end-session', { csrf: csrf!, session: other!.id });
    expect(await stack.db.many(sql`select 1 from auth.sessions where id = ${other!.id}`)).toHaveLength(1);
    expect(await ended()).toEqual(before);
    const foreign = { csrf: csrf!, client_id: clientB.clientId, account: String(accounts.multiB) };
    expectPage(await browser.post('/oauth/account/remove-application', foreign), 403);

    await expectAskedForPassword(browser, '/oauth/account/confirm');
    await enterPassword(browser);
    expect(browser.page.text).toContain('Portal B');
    expect(browser.page.text).not.toContain('only Portal A');
  });
});

describe('sessions', () => {
  const isSignedIn = async (browser: TestBrowser) =>
    (await browser.get('/oauth/account')).text.includes('action="/oauth/sign-out"');
  afterEach(() => stack.clock.reset());
  const signIn = async () => {
    const browser = await TestBrowser.signIn(stack, '/oauth/account', 'manager@a.example');
    return browser;
  };

  it('end after 12 hours without a request, and after 7 days in any case', async () => {
    const idle = await signIn();
    stack.clock.advance(12 * 3600 - 60);
    expect(await isSignedIn(idle)).toBe(true);
    stack.clock.advance(12 * 3600 - 60);
    expect(await isSignedIn(idle)).toBe(true);
    stack.clock.advance(12 * 3600 + 1);
    expect(await isSignedIn(idle)).toBe(false);

    const busy = await signIn();
    for (let hours = 10; hours < 7 * 24; hours += 10) {
      stack.clock.advance(10 * 3600);
      expect(await isSignedIn(busy)).toBe(true);
    }
    stack.clock.advance(10 * 3600); // 170 hours, the last request 10 hours ago
    expect(await isSignedIn(busy)).toBe(false);
  });

  it('can be ended one by one on the account page', async () => {
    await stack.db.many(sql`delete from auth.sessions`);
    const [lost, keptBrowser] = [await signIn(), await signIn()];
    const [first] = await stack.db.many<{ id: string }>(sql`
      select id from auth.sessions where person_id = 2 order by created_time desc offset 1 limit 1`);
    await keptBrowser.get('/oauth/account');
    const { fields } = keptBrowser.form('/oauth/sign-out');
    expect(keptBrowser.page.text).toContain(first!.id);
    await keptBrowser.follow(
      await keptBrowser.post('/oauth/account/end-session', { ...fields, session: first!.id }),
    );
    expect([await isSignedIn(lost), await isSignedIn(keptBrowser)]).toEqual([false, true]);
    const audit = await stack.db.many(sql`
      select 1 from auth.audit_log where event = 'session.ended' and person_id = 2`);
    expect(audit).toHaveLength(1);
  });

  it('can all be ended by one button except the current one, and only the person’s own', async () => {
    await stack.db.many(sql`delete from auth.sessions`);
    const otherBrowsers = [await signIn(), await signIn()];
    const keptBrowser = await signIn();
    const somebody = await TestBrowser.signIn(stack, '/oauth/account', 'learner@a.example');
    await keptBrowser.get('/oauth/account');
    await keptBrowser.submit('/oauth/account/end-other-sessions');
    const live = await Promise.all([...otherBrowsers, keptBrowser, somebody].map((one) => isSignedIn(one)));
    expect(live).toEqual([false, false, true, true]);
    await keptBrowser.get('/oauth/account');
    expect(keptBrowser.page.text).not.toContain('Sign out everywhere else');
    const [{ details } = { details: {} }] = await stack.db.many<{ details: object }>(sql`
      select details from auth.audit_log where event = 'session.ended' and person_id = 2
       order by id desc limit 1`);
    expect(details).toEqual({ sessions: '2' });
  });

  it('only an administrator may approve a new client; the page offers another account', async () => {
    const browser = await TestBrowser.open(stack, vendor);
    expectPage(await browser.login('learner@a.example'), 403);
    await browser.submit('/oauth/authorize/another');
    expect((await browser.login('admin@a.example')).text).toContain('vendor.example');
  });
});

describe('an application that signs a person in again', () => {
  beforeAll(() => approve(stack, C2.clientId));
  beforeEach(() => stack.db.many(sql`delete from auth.consents`));
  afterEach(() => stack.clock.reset());

  const request = (browser: TestBrowser, parameters: Record<string, string | undefined>) =>
    browser.get(authorizeAddress({ scope: 'openid', ...parameters }));
  const isLogin = ({ text }: OAuthAnswer) => text.includes('action="/oauth/authorize/login"');
  const isChooser = ({ text }: OAuthAnswer) => text.includes('name="account"');

  it('login_hint of the signed-in person asks for the password only, when the login is too old', async () => {
    const browser = new TestBrowser(stack);
    await signIn(stack, { scope: 'openid' }, { browser, username: 'multi@a.example' });
    stack.clock.advance(60);
    const old = { max_age: '59', portal_name: 'b', ...c2Request };
    const page = await request(browser, { ...old, login_hint: 'Multi@A.example' });
    expect(parseForms(page.text)[0]!.fields).toMatchObject({ username: 'multi@a.example', password: '' });
    expect(page.text).not.toContain('id="username"');
    const wrong = await browser.login('multi@a.example', 'wrong');
    expect([wrong.status, wrong.text.includes('id="username"')]).toEqual([400, false]);
    expect((await browser.login('multi@a.example')).text).toContain('action="/oauth/authorize/consent"');
    stack.clock.advance(60);
    const other = await request(browser, { ...old, login_hint: 'admin@a.example' });
    expect(other.text).toContain('id="username"');
    const silent = await request(browser, { ...old, login_hint: 'multi@a.example', prompt: 'none' });
    expect(returned(silent).query.get('error')).toBe('login_required');
  });

  it('prompt=select_portal shows only the choice of portals, also of one', async () => {
    const browser = new TestBrowser(stack);
    await request(browser, { ...c2Request, portal_name: 'b', prompt: 'select_portal' });
    expect(isChooser(await browser.login('multi@a.example'))).toBe(true);
    const next = await browser.submit('/oauth/authorize/portal', { account: '205' });
    expect(next.text).toContain('action="/oauth/authorize/consent"');
    const again = await request(browser, { ...c2Request, prompt: 'select_portal' });
    expect([isLogin(again), isChooser(again)]).toEqual([false, true]);

    const single = new TestBrowser(stack);
    await request(single, { ...c2Request, prompt: 'select_portal' });
    expect(isChooser(await single.login('admin@a.example'))).toBe(true);
  });
});

describe('machines whose clocks differ', () => {
  const newPassword = 'Quite-new-5678';
  const username = 'multi@a.example'; // administers A and B
  const consentForm = '/oauth/authorize/consent';
  const factorForm = '/oauth/authorize/factor';

  /** Does the work on a machine whose clock is ahead of all others. */
  async function ahead<T>(seconds: number, work: () => Promise<T>): Promise<T> {
    stack.clock.advance(seconds);
    try {
      return await work();
    } finally {
      stack.clock.reset();
    }
  }

  async function changePassword(): Promise<void> {
    const { text } = await new TestBrowser(stack).setPassword(await passwordToken(stack, 2), newPassword);
    expect(text).toContain('Your password has been set');
  }

  async function opens(link: string): Promise<boolean> {
    const page = await new TestBrowser(stack).get(authorizeAddress({ one_time_token: link }));
    return page.text.includes('action="/oauth/authorize/one-time"');
  }

  describe('a login link and a password change', () => {
    it('one from before the change is dead, made by a clock that is ahead', async () => {
      const link = await ahead(300, () => oneTimeToken(stack, accounts.managerA));
      expect(await opens(link)).toBe(true);
      await changePassword();
      expect(await opens(link)).toBe(false);
    });

    it('one from after the change works, though the change was made by a clock that is ahead', async () => {
      await ahead(300, changePassword);
      expect(await opens(await oneTimeToken(stack, accounts.managerA))).toBe(true);
    });
  });

  describe('a second factor and its use', () => {
    beforeEach(() =>
      stack.db.many(sql`
        update identity.portals set configuration = '{"require_second_factor": true}' where id = 2;
        delete from auth.second_factors; delete from auth.recovery_codes; delete from auth.sessions; delete
               from auth.consents`),
    );

    async function signedIn(code?: string): Promise<TestBrowser> {
      const browser = await TestBrowser.signIn(stack, '/oauth/account', username);
      if (code !== undefined) await browser.submit(factorForm, { otp: code });
      return browser;
    }

    async function turnOn(browser: TestBrowser): Promise<string[]> {
      const secret = secretOn(await browser.submit('/oauth/account/second-factor'));
      const otp = await currentFactorCode(stack, secret);
      return recoveryOn(await browser.submit('/oauth/account/second-factor/confirm', { otp }));
    }

    /** The step that Portal B, which requires a factor, asks for. */
    async function entering(browser: TestBrowser): Promise<string | undefined> {
      await browser.follow(await browser.get(authorizeAddress(c2Request)));
      const page = await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiB) });
      return [consentForm, factorForm].find((form) => page.text.includes(`action="${form}"`));
    }

    it('a login that used it has used it, though it was set up by a clock that is ahead', async () => {
      const codes = await ahead(120, async () => turnOn(await signedIn()));
      const browser = await signedIn(codes[0]);
      expect(await entering(browser)).toBe(consentForm);
    });

    it('one that is set up again is a different one, though the first was used by a clock that is ahead', async () => {
      const codes = await turnOn(await signedIn());
      const old = await ahead(120, () => signedIn(codes[0]));
      expect(await entering(old)).toBe(consentForm);
      const browser = await signedIn(codes[1]);
      await browser.submit('/oauth/account/second-factor/remove');
      await browser.submit('/oauth/account/second-factor/remove', { otp: codes[2]! });
      await browser.get('/oauth/account');
      await turnOn(browser);
      expect(
        await stack.db.many(sql`select 1 from auth.second_factors where confirmed_at is not null`),
      ).toHaveLength(1);
      expect(await entering(browser)).toBe(consentForm);
      expect(await entering(old)).toBe(factorForm);
    });
  });
});
