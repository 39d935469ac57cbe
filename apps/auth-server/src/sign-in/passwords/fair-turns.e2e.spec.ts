import { PasswordPool } from '@app/credentials';
import { password, storeCostlyPasswords, useAuthServers } from '../../../test/auth-stack.js';
import { token } from '../../../test/requests.js';
import { TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers(1, { TRUSTED_PROXIES: '127.0.0.1', PASSWORD_JOBS: '1' });
/** Each has ten attempts in flight: together more than one thread can check while another user waits. */
const BROWSERS = 12;

describe('A flood of right passwords from browsers that one account knows', () => {
  it('delays neither unknown devices nor known devices of other accounts', async () => {
    const browsers = Array.from({ length: BROWSERS }, () => new TestBrowser(stack));
    const ownBrowser = new TestBrowser(stack);
    for (const browser of browsers) await signInAndOut(browser, 'admin@a.example');
    await signInAndOut(ownBrowser, 'learner@a.example');
    await storeCostlyPasswords(stack);
    await ownBrowser.get('/oauth/account');

    let answered = 0;
    const flood = browsers.map(async (browser) => {
      await browser.get('/oauth/account');
      const { action, fields } = browser.form('/oauth/authorize/login');
      const form = { ...fields, username: 'admin@a.example', password };
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const same = new TestBrowser(stack);
          for (const [name, value] of browser.cookies) same.cookies.set(name, value);
          await same.post(action, form);
          answered += 1;
        }),
      );
    });
    while (answered === 0) await new Promise((resolve) => setImmediate(resolve));
    const form = { grant_type: 'password', username: 'multi@a.example', password };
    const [unknownAnswer, knownAnswer] = await Promise.all([
      token(stack, form, { headers: { 'x-forwarded-for': '203.0.113.7' } }),
      ownBrowser.login('learner@a.example'),
    ]);
    expect([unknownAnswer.status, knownAnswer.status]).toEqual([200, 200]);
    expect(answered).toBeLessThan(BROWSERS * 10);
    await Promise.all(flood);
  });
});

describe('A password grant', () => {
  afterEach(() => jest.restoreAllMocks());

  it('of a client with a verified secret does not wait behind unknown browsers', async () => {
    const matches = jest.spyOn(stack.apps[0]!.get(PasswordPool), 'matches');
    const form = { grant_type: 'password', username: 'multi@a.example', password };
    expect((await token(stack, form)).status).toBe(200);
    await TestBrowser.signIn(stack, '/oauth/account', 'multi@a.example');
    expect(matches.mock.calls.map(([{ rank }]) => rank)).toEqual(['known', 'unknown']);
    expect(matches.mock.calls[0]![0].lane).toBe('client c1-app');
  });
});

async function signInAndOut(browser: TestBrowser, username: string): Promise<void> {
  await browser.get('/oauth/account');
  await browser.login(username);
  await browser.submit('/oauth/sign-out');
}
