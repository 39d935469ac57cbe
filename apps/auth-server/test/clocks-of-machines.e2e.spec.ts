import { sql } from '@app/database';
import { accounts, C2, useAuthServers } from './auth-stack.js';
import { currentFactorCode, recoveryOn, secretOn } from './factors.js';
import { oneTimeToken, passwordToken } from './links.js';
import { authorizeAddress, TestBrowser } from './test-browser.js';

const stack = useAuthServers();
const newPassword = 'Quite-new-5678';
const username = 'multi@a.example'; // administers A and B
const unbound = { client_id: C2.clientId, redirect_uri: C2.redirectUri! };
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
  const browser = await TestBrowser.open(stack, `/oauth/password/set?token=${await passwordToken(stack, 2)}`);
  const { text } = await browser.submit('/oauth/password/set', {
    password: newPassword,
    repeated: newPassword,
  });
  expect(text).toContain('Your password has been set');
}

async function opens(link: string): Promise<boolean> {
  const page = await new TestBrowser(stack).get(authorizeAddress({ one_time_token: link }));
  return page.text.includes('action="/oauth/authorize/one-time"');
}

describe('a login link and a password change, by machines whose clocks differ', () => {
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

describe('a second factor and its use, by machines whose clocks differ', () => {
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
    await browser.follow(await browser.get(authorizeAddress(unbound)));
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
