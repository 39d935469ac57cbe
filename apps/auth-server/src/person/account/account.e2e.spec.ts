import { sql } from '@app/database';
import { SESSIONS_HERE } from '@app/testing';
import { approve, forgetAnswers } from '../../../test/approvals.js';
import { registerKey, type AssertionKey, assertPerson } from '../../../test/assertions.js';
import { accounts, C2, useAuthServers, C1, c2Credentials, c2Request } from '../../../test/auth-stack.js';
import { CONSOLE, freshToken } from '../../../test/console-app.js';
import { expectDead, expectRefusal, send, token, isAlive } from '../../../test/requests.js';
import { authorizeAddress, obtainCode, TestBrowser } from '../../../test/test-browser.js';
import { redeem } from '../../../test/openid.js';

const stack = useAuthServers();
const username = 'learner@a.example';
let key: AssertionKey;

const newCode = () => obtainCode(stack, c2Request, { username });
const exchange = (code: string) => redeem(stack, code, C2);
const refresh = (refreshToken: string) =>
  token(stack, { ...c2Credentials, grant_type: 'refresh_token', refresh_token: refreshToken });
const assert = () => assertPerson(stack, key, accounts.learnerA);
const waiting = () =>
  stack.db.many(sql`
  select 1 from ${sql.raw(SESSIONS_HERE)} s where wait_event_type = 'Lock'`);

/** Signs in, and returns what removes the application on the person's own page. */
async function asPerson(): Promise<() => Promise<void>> {
  const browser = await TestBrowser.signIn(stack, '/oauth/account', username);
  return async () => {
    await browser.get('/oauth/account');
    const answer = await browser.submit('/oauth/account/remove-application');
    expect(answer.status).toBe(200);
  };
}

async function asAdministrator(): Promise<() => Promise<void>> {
  const administrator = await freshToken(stack);
  const path = `/applications/${C2.clientId}/consents/${accounts.learnerA}`;
  return async () => expect((await send(stack, 'DELETE', path, administrator)).status).toBe(204);
}

beforeAll(async () => {
  await stack.register(CONSOLE);
  key = await registerKey(stack, C2.clientId);
});
beforeEach(() => forgetAnswers(stack));

describe.each([
  ['the person', asPerson],
  ['an administrator', asAdministrator],
])('an application that %s removes from an account', (_, signIn) => {
  it('cannot redeem a code that it got before', async () => {
    const remove = await signIn();
    const code = await newCode();
    await remove();
    expectRefusal(await exchange(code), 400, 'invalid_grant');
  });

  it('also ends a concurrent exchange', async () => {
    const remove = await signIn();
    const code = await newCode();
    const connection = await stack.db.connect();
    await connection.query('begin');
    // an exchange writes this row last: its family is stored, but not committed
    await connection.query('select 1 from auth.codes where account_id = $1 and used_at is null for update', [
      accounts.learnerA,
    ]);
    const exchanging = exchange(code);
    while ((await waiting()).length < 1);
    const removing = remove();
    await Promise.race([
      removing,
      (async () => {
        while ((await waiting()).length < 2);
      })(),
    ]);
    await connection.query('commit');
    connection.release();
    const { status, body } = await exchanging;
    await removing;
    expect(status).toBe(200);
    await expectDead(stack, body.access_token);
    expectRefusal(await refresh(body.refresh_token), 400, 'invalid_grant');
  });

  it('loses the tokens of all its assertions, by one revocation, and gets new ones if it is approved', async () => {
    await approve(stack, C2.clientId);
    const remove = await signIn();
    await newCode();
    const issued = await Promise.all(Array.from({ length: 5 }, assert));
    await stack.db.many(sql`delete from auth.revocations`);
    await remove();
    for (const { body } of issued) await expectDead(stack, body.access_token);
    expect(await stack.db.many(sql`select 1 from auth.revocations where sid is not null`)).toHaveLength(1);
    expect(await isAlive(stack, (await assert()).body.access_token)).toBe(true);
  });
});

describe('removing an application', () => {
  it('reads no access tokens, of which there are many, be there anything to remove or not', async () => {
    await exchange(await newCode());
    const administrator = await freshToken(stack);
    const path = `/applications/${C2.clientId}/consents/`;
    const connection = await stack.db.connect();
    await connection.query('begin');
    await connection.query('lock table auth.access_tokens in access exclusive mode');
    const removing = Promise.all([
      send(stack, 'DELETE', `${path}${accounts.learnerA}`, administrator),
      send(stack, 'DELETE', `${path}${accounts.managerA}`, administrator),
    ]);
    let isOver = false;
    const isBlocked = (async () => {
      while ((await waiting()).length === 0 && !isOver);
      return 'waits for access tokens';
    })();
    const outcome = await Promise.race([
      removing.then((answers) => answers.map(({ status }) => status)),
      isBlocked,
    ]);
    isOver = true;
    await connection.query('commit');
    connection.release();
    await removing;
    expect(outcome).toEqual([204, 404]);
  });
});

describe('GET /oauth/account', () => {
  const accountPage = async () => (await TestBrowser.signIn(stack, '/oauth/account', username)).page.text;

  it.each([
    ['en', 'Your account', 'Leave a portal'],
    ['de', 'Ihr Konto', 'Ein Portal verlassen'],
    ['fr', 'Votre compte', 'Quitter un portail'],
  ])('has the person first and the sign-out last: %s', async (language, title, leaving) => {
    const browser = new TestBrowser(stack, 0, { 'accept-language': language });
    await browser.get('/oauth/account');
    const { text } = await browser.login(username);
    const places = [`<h1>${title}</h1>`, 'Leo Learner', 'id="applications"', 'id="sessions"', leaving];
    const order = places.map((place) => text.indexOf(place));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(text.indexOf('action="/oauth/sign-out"')).toBeLessThan(text.indexOf(leaving));
  });

  it('distinguishes applications by their host and by who connected them', async () => {
    await newCode();
    expect(await accountPage()).toMatch(/two\.example · <bdi>Portal A<\/bdi><br>/);
    await approve(stack, C2.clientId, { approvedBy: accounts.adminA });
    expect(await accountPage()).toContain('<bdi>connected by Ada Admin</bdi>');
  });

  it.each([
    ['en', /since \d{1,2} \w{3,4} \d{4}, \d\d:\d\d\u00a0UTC<br>last active .*\u00a0UTC/],
    ['de', /seit \d{1,2}\. \S+ \d{4}, \d\d:\d\d\u00a0UTC<br>zuletzt aktiv .*\u00a0UTC/],
    ['fr', /depuis le \d{1,2} \S+ \d{4}, \d\d:\d\d\u00a0UTC<br>dernière activité .*\u00a0UTC/],
  ])('displays the time with hour and zone: %s', async (language, times) => {
    const browser = new TestBrowser(stack, 0, { 'accept-language': language });
    await browser.get(authorizeAddress({ prompt: 'consent' }));
    await browser.login();
    await browser.allow();
    const page = await browser.get('/oauth/account');
    const text = page.text.replaceAll(/<time datetime="[^"]+">([^<]+)<\/time>/g, '$1');
    expect(text).not.toBe(page.text);
    expect(text).toMatch(times);
    // nothing on it is dated by the day alone
    const dates = text.match(/\b20\d\d\b/g)!;
    expect(text.match(/\b20\d\d, \d\d:\d\d\u00a0UTC/g)).toHaveLength(dates.length);
  });

  it('lists each of many consents once', async () => {
    await newCode();
    await obtainCode(stack, c2Request, { username: 'manager@a.example' });
    const browser = new TestBrowser(stack);
    const path = `/oauth/account/applications/details?portal=1&client_id=${C2.clientId}`;
    await browser.get(path);
    const { text } = await browser.follow(await browser.login('admin@a.example'));
    for (const name of ['Leo Learner', 'Mara Manager']) expect(text).toContain(name);
    expect(text.match(/<ul class="scopes">/g)).toHaveLength(1);
  });
});

describe('an error page', () => {
  it.each([
    ['/oauth/account/nothing-here', '/oauth/account', 'Your account'],
    ['/oauth/authorize?client_id=unknown', '/', 'Go to the start page'],
  ])('leads back: %s', async (path, href, words) => {
    const browser = new TestBrowser(stack, 0, { accept: 'text/html' });
    const { status, text } = await browser.get(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toContain(`<a href="${href}">${words}</a>`);
  });
});

describe('Remove access to an application of the portal', () => {
  const ownGrant = { grant_type: 'client_credentials' };

  /** Lets C1, an application of portal A, act for this person, signs in as them and removes its access. */
  async function remove(username: string): Promise<TestBrowser> {
    await obtainCode(stack, {}, { username });
    const browser = await TestBrowser.signIn(stack, '/oauth/account', username);
    await browser.submit('/oauth/account/remove-application', { client_id: C1.clientId });
    return browser;
  }

  it('warns an administrator that its own credentials still work, and disconnects it', async () => {
    const { body } = await token(stack, ownGrant);
    const browser = await remove('admin@a.example');
    expect(browser.page.text).toContain('still has access with its own credentials');
    expect(browser.page.text).toContain('Portal A');
    expect(
      await stack.db.many(sql`
      select 1 from auth.consents where client_id = ${C1.clientId}`),
    ).toEqual([]);
    expect(await isAlive(stack, body.access_token)).toBe(true);
    await browser.submit('/oauth/account/applications/disconnect');
    expect(await isAlive(stack, body.access_token)).toBe(false);
    expect((await token(stack, ownGrant)).status).toBe(401);
    await stack.db.many(sql`update auth.clients set status = 1 where client_id = ${C1.clientId}`);
  });

  it('redirects others, who cannot disconnect it, to their account', async () => {
    const browser = await remove('learner@a.example');
    expect(browser.page.text).not.toContain('its own credentials');
    expect(browser.page.text).toContain('/oauth/account/end-session');
  });
});
