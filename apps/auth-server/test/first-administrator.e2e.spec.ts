import { hashPassword } from '@app/credentials';
import { sql } from '@app/database';
import { currentFactorCode, secretOn } from './factors.js';
import { C1, configure, useAuthServers } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import { placeholder, type Placeholder } from './placeholders.js';
import { expectRefusal, grantIn } from './requests.js';
import { authorizeAddress, returned, TestBrowser } from './test-browser.js';

const heldPassword = 'Held-by-the-portal-1';
const ownPassword = 'My-own-password-3';
const forgotten = '/oauth/password/forgotten';
const login = '/oauth/authorize/login';
const confirm = '/oauth/account/second-factor/confirm';

/** T35: a person with no proven address cannot set up a factor; a portal that requires one must not be a dead end for them. */
describe('the first administrator of a portal that requires a second factor', () => {
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
  const setOwn = async (browser: TestBrowser, { personId }: Placeholder) => {
    await browser.get(`/oauth/password/set?token=${await passwordToken(stack, personId)}`);
    return browser.submit('/oauth/password/set', { password: ownPassword, repeated: ownPassword });
  };
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
    const { request } = await import('undici');
    const answer = await request(`${stack.url}/?oneTimeToken=${link}`, {
      headers: { host: 'a.learning.localhost' },
    });
    const text = await answer.body.text();
    expect(answer.statusCode).toBe(403);
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
