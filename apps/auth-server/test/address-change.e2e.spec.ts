import { hashPassword } from '@app/passwords';
import { C1, rows, useAuthServers } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import { canSignIn, Letters, proven, signedIn, type Proven } from './people.js';
import { placeholder } from './placeholders.js';
import { bearer, expectPage, get, token } from './requests.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from './test-browser.js';

const own = '/oauth/account/address';
const confirm = `${own}/confirm`;
const stack = useAuthServers();
const letters = new Letters();
beforeAll(() => letters.open(stack));
afterAll(() => letters.close());
afterEach(() => stack.clock.reset());

let count = 0;
const fresh = (word = 'new') => `${word}-${(count += 1)}@example.com`;
const person = (portals: readonly number[] = [1]) => proven(stack, fresh('ann'), portals);

async function ask(browser: TestBrowser, email: string) {
  await browser.get(own);
  return browser.submit(own, { email });
}
/** Uses the link in the last mail to the address, in this browser. */
async function use(browser: TestBrowser, email: string) {
  await browser.get((await letters.last(email)).path);
  return browser.submit(confirm);
}
async function changed(who: Proven, to = fresh()) {
  const browser = await signedIn(stack, who.email);
  await ask(browser, to);
  expect((await use(browser, to)).text).toContain(`You now sign in as ${to}`);
  return { browser, to };
}
const addressOf = async ({ personId }: { personId: number }) =>
  (await rows<{ email: string }>(stack, 'select email from identity.persons where id = $1', [personId]))[0]
    ?.email;
const pending = ({ personId }: { personId: number }) =>
  rows(stack, 'select 1 from auth.address_changes where person_id = $1', [personId]);
const updates = (accountIds: number[]) =>
  rows<{ id: number; email: string }>(
    stack,
    `select object_id as id, data::json ->> 'email' as email from learning.outbox
      where type = 'user.update' and object_id = any($1) order by id`,
    [accountIds],
  );
const audit = async ({ personId }: { personId: number }) =>
  (
    await rows<{ event: string }>(
      stack,
      `select event from auth.audit_log where person_id = $1 and event like 'address.%' order by id`,
      [personId],
    )
  ).map(({ event }) => event);

describe('Asking for another address', () => {
  it('T36 changes nothing before the new one is proven: login, mails, pages', async () => {
    const who = await person();
    const to = fresh();
    const browser = await signedIn(stack, who.email);
    const page = await ask(browser, to);
    expect([page.status, page.text.includes(`on its way to ${to}`)]).toEqual([200, true]);
    const { subject, text } = await letters.last(to);
    expect(subject).toBe('Confirm your new e-mail address');
    expect(text).not.toContain('Ann');
    expect([await canSignIn(stack, who.email), await canSignIn(stack, to)]).toEqual([true, false]);
    expect(await addressOf(who)).toBe(who.email);
    expect(await updates(Object.values(who.accounts))).toEqual([]);
    const again = await browser.get(own);
    expect(again.text).toContain(`Your change to ${to} is waiting`);
    await browser.submit(`${own}/cancel`);
    expect(await pending(who)).toEqual([]);
    expectPage(await browser.get((await letters.last(to)).path), 400);
    expect(await audit(who)).toEqual(['address.change_requested', 'address.change_cancelled']);
  });

  it('T09 takes an own password of just now: not a login link, not a held password, not a session of before', async () => {
    const who = await person();
    const old = await signedIn(stack, who.email);
    await old.get(own);
    const { fields } = old.form(own);
    stack.clock.advance(601);
    expect((await old.post(own, { ...fields, email: fresh() })).headers.get('location')).toBe(own);
    expect((await old.get(own)).headers.get('location') ?? old.page.text).toContain('/oauth/authorize/login');
    stack.clock.reset();

    const linked = new TestBrowser(stack);
    const link = await oneTimeToken(stack, who.accounts[1]!);
    await linked.get(authorizeAddress({ client_id: C1.clientId, one_time_token: link }));
    await linked.submit('/oauth/authorize/one-time');
    const { csrf } = (await linked.get('/oauth/account'), linked.form('/oauth/sign-out').fields);
    expect((await linked.post(own, { csrf: csrf!, email: fresh() })).headers.get('location')).toBe(own);
    expect((await linked.get(own)).text).toContain('enter your password again');

    const email = fresh('held');
    const held = await placeholder(stack, email, 1, { hash: await hashPassword('Held-password-1') });
    const browser = new TestBrowser(stack);
    await browser.get(authorizeAddress());
    await browser.login(email, 'Held-password-1');
    await browser.get(own);
    expect(browser.form('/oauth/password/forgotten').fields).toHaveProperty('username', email);
    expect([...(await pending(who)), ...(await pending(held))]).toEqual([]);
    expect(await audit(who)).toEqual([]);
  });

  it('takes the second factor of who has one, also when it was set up after the login', async () => {
    const who = await person();
    const browser = await signedIn(stack, who.email);
    await rows(
      stack,
      `insert into auth.second_factors (person_id, secret_sealed, confirmed_at) values ($1, '', now() + interval '1 second')`,
      [who.personId],
    );
    await rows(stack, `insert into auth.recovery_codes values ($1, sha256('abcde'), null)`, [who.personId]);
    await browser.get(own);
    const code = browser.form(`${own}/factor`).fields;
    const asked = await browser.post(own, { csrf: code['csrf']!, email: fresh() });
    expect(asked.headers.get('location')).toBe(own);
    expect(await pending(who)).toEqual([]);
    await browser.get(own);
    expect((await browser.submit(`${own}/factor`, { otp: '000000' })).status).toBe(400);
    stack.clock.advance(2);
    await browser.submit(`${own}/factor`, { otp: 'abcde' });
    expect((await browser.submit(own, { email: fresh() })).text).toContain('on its way');
    expect(await pending(who)).toHaveLength(1);
  });

  it('refuses what is no address, and one’s own in any letter case; other sites’ forms, and nobody’s', async () => {
    const who = await person();
    const browser = await signedIn(stack, who.email);
    for (const email of [
      '',
      'x',
      'a b@example.com',
      'x@clients.invalid',
      'x@apart.invalid',
      who.email.toUpperCase(),
    ]) {
      const page = await ask(browser, email);
      expect([email, page.status, page.text.includes('email-error')]).toEqual([email, 400, true]);
    }
    await browser.get(own);
    const { csrf } = browser.form(own).fields;
    const evil = { origin: 'https://evil.example' };
    for (const path of [own, `${own}/cancel`, `${own}/factor`, confirm, `${own}/undo`]) {
      expectPage(await browser.post(path, { email: fresh(), link: 'x', csrf: csrf! }, evil), 403);
      expectPage(await browser.post(path, { email: fresh(), link: 'x', csrf: 'x' }), 403);
      expectPage(await new TestBrowser(stack).post(path, { email: fresh(), link: 'x', csrf: csrf! }), 403);
    }
    expect(await pending(who)).toEqual([]);
  });

  it('is limited by person and by address, on the same page', async () => {
    const to = fresh();
    const many = await Promise.all([1, 2, 3, 4].map(() => person()));
    const pages = [];
    for (const one of many) pages.push((await ask(await signedIn(stack, one.email), to)).status);
    expect(pages).toEqual([200, 200, 200, 200]);
    expect(
      await rows(stack, `select 1 from identity.mails where template = 'address-change' and recipient = $1`, [
        to,
      ]),
    ).toHaveLength(3);

    const who = await person();
    const browser = await signedIn(stack, who.email);
    for (let time = 0; time < 10; time += 1) expect((await ask(browser, fresh())).status).toBe(200);
    await browser.get(own);
    expectPage(await browser.submit(own, { email: fresh() }), 409);
  });

  it('tells nobody whose an address is: page, rows and statements are the same; its reader hears of it', async () => {
    const taken = await person();
    const named = fresh('named');
    await placeholder(stack, named, 2);
    const shown = await Promise.all(
      [taken.email, named, fresh()].map(async (to) => {
        const who = await person();
        const browser = await signedIn(stack, who.email);
        const page = await ask(browser, to);
        const again = await browser.get(own);
        const plain = (text: string) =>
          text
            .replaceAll(to, 'TO')
            .replaceAll(who.email, 'WHO')
            .replace(/value="[\w-]{40,}"/g, '');
        const mails = await rows(
          stack,
          'select template, person_id = $1 as own, data, language from identity.mails where recipient = $2',
          [who.personId, to],
        );
        return [page.status, plain(page.text), plain(again.text), mails, await audit(who)];
      }),
    );
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
    const { subject, text, token: link } = await letters.last(taken.email);
    expect([subject, link]).toEqual(['Somebody asked to use your e-mail address', '']);
    expect(text).toContain('nothing has been changed');
  });
});

describe('The link in the mail to the new address', () => {
  it('T38 changes it: other sessions end, the old address is told, each accepted portal hears of it', async () => {
    const who = await person([1, 2]);
    await rows(stack, `update identity.accounts set accepted_at = null where id = $1`, [who.accounts[2]]);
    const other = await signedIn(stack, who.email);
    const code = await obtainCode(stack, { prompt: 'consent' }, { username: who.email });
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: C1.redirectUri! };
    const before = (await token(stack, redeem)).body;
    const { browser, to } = await changed(who);

    expect([await canSignIn(stack, who.email), await canSignIn(stack, to)]).toEqual([false, true]);
    expect((await browser.get('/oauth/account')).text).toContain(`You sign in as ${to}.`);
    expect((await other.get('/oauth/account')).text).toContain('action="/oauth/authorize/login"');
    const told = await letters.last(who.email);
    expect([told.subject, told.path.startsWith(`${own}/undo?token=und_`)]).toEqual([
      'Your e-mail address has been changed',
      true,
    ]);
    expect(await updates(Object.values(who.accounts))).toEqual([{ id: who.accounts[1], email: to }]);
    const [row] = await rows(
      stack,
      `select proven_by, proven_portal_id, proven_time > now() - interval '1 minute' as now
         from identity.persons where id = $1`,
      [who.personId],
    );
    expect(row).toEqual({ proven_by: 'mail', proven_portal_id: null, now: true });
    expect(await audit(who)).toEqual(['address.change_requested', 'address.changed']);

    // a token names the address: those of before end, and what the application was granted goes on
    expect((await get(`${stack.url}/oauth/validate`, bearer(before.access_token))).status).toBe(401);
    const { body } = await token(stack, { grant_type: 'refresh_token', refresh_token: before.refresh_token });
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
    expect(claims.user.email).toBe(to);
  });

  it('an offer shows the address that its portal has named, and no other', async () => {
    const who = await person([1, 2]);
    await rows(stack, `update identity.accounts set accepted_at = null where id = $1`, [who.accounts[2]]);
    await changed(who);
    await changed({ ...who, email: (await addressOf(who))! });
    expect(
      await rows(stack, 'select named_email from identity.accounts where person_id = $1 order by portal_id', [
        who.personId,
      ]),
    ).toEqual([{ named_email: null }, { named_email: who.email }]);
  });

  it('works for who asked alone, signed in by their own password, and looking at it spends nothing', async () => {
    const who = await person();
    const stranger = await person();
    const to = fresh();
    const browser = await signedIn(stack, who.email);
    await ask(browser, to);
    const { path, token: link } = await letters.last(to);
    const nobody = new TestBrowser(stack);
    for (const one of [nobody, await signedIn(stack, stranger.email)]) {
      expectPage(await one.get(path), 403);
      expect(one.page.text).toContain('Sign in with your current address');
    }
    const limited = new TestBrowser(stack);
    await limited.get(authorizeAddress({ one_time_token: await oneTimeToken(stack, who.accounts[1]!) }));
    await limited.submit('/oauth/authorize/one-time');
    expectPage(await limited.get(path), 403);
    for (const one of [limited, await signedIn(stack, stranger.email)]) {
      const { csrf } = (await one.get('/oauth/account'), one.form('/oauth/sign-out').fields);
      expect((await one.post(confirm, { csrf: csrf!, link })).status).toBeGreaterThanOrEqual(400);
    }
    for (let time = 0; time < 3; time += 1) {
      expect((await fetch(`${stack.url}${path}`, { method: 'HEAD' })).status).toBe(200);
      expect((await browser.get(path)).status).toBe(200);
    }
    expect(await addressOf(who)).toBe(who.email);
    stack.clock.advance(3_601);
    expectPage(await (await signedIn(stack, who.email)).get(path), 400);
    stack.clock.reset();
    await browser.get(path);
    expect((await browser.submit(confirm)).status).toBe(200);
    expectPage(await browser.get(path), 400);
  });

  it('is used once, however often its form is sent at once; the address is changed once', async () => {
    const who = await person();
    const to = fresh();
    const browsers = await Promise.all([1, 2, 3, 4].map(() => signedIn(stack, who.email)));
    await ask(browsers[0]!, to);
    const { path } = await letters.last(to);
    for (const browser of browsers) await browser.get(path);
    const done = await Promise.all(
      [...browsers, ...browsers].map((browser) => {
        const { action, fields } = browser.form(confirm);
        return browser.post(action, fields);
      }),
    );
    expect(done.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await updates(Object.values(who.accounts))).toHaveLength(1);
    expect(
      await rows(stack, 'select 1 from auth.sessions where person_id = $1', [who.personId]),
    ).toHaveLength(1);
    expect((await letters.to(who.email)).filter(({ path: p }) => p.includes('undo'))).toHaveLength(1);
  });

  it('of two changes asked for the newer counts; of two people who want one address the first who proves it', async () => {
    const who = await person();
    const [first, second] = [fresh(), fresh()];
    const browser = await signedIn(stack, who.email);
    await ask(browser, first);
    const older = await letters.last(first);
    await ask(browser, second);
    expectPage(await browser.get(older.path), 400);
    expect((await use(browser, second)).status).toBe(200);

    const to = fresh();
    const [a, b] = [await person(), await person()];
    const [ofA, ofB] = [await signedIn(stack, a.email), await signedIn(stack, b.email)];
    await ask(ofA, to);
    await ofA.get((await letters.last(to)).path);
    await ask(ofB, to);
    await ofB.get((await letters.last(to)).path);
    const both = await Promise.all([ofA, ofB].map((one) => one.submit(confirm)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.some(({ text }) => text.includes('belongs to another account'))).toBe(true);
    expect(await rows(stack, 'select 1 from identity.persons where email_key = $1', [to])).toHaveLength(1);
  });

  it('T37 a new password by the old mailbox ends the change that waits, and its link', async () => {
    const who = await person();
    const to = fresh();
    await ask(await signedIn(stack, who.email), to);
    const { path } = await letters.last(to);
    const browser = new TestBrowser(stack);
    await browser.get(`/oauth/password/set?token=${await passwordToken(stack, who.personId)}`);
    await browser.submit('/oauth/password/set', { password: 'Quite-new-5678', repeated: 'Quite-new-5678' });
    expect(await pending(who)).toEqual([]);
    expectPage(await (await signedIn(stack, who.email, 'Quite-new-5678')).get(path), 400);
    expect(await addressOf(who)).toBe(who.email);
  });

  it('T37 a mail that was still to be written is not sent any more', async () => {
    const who = await person();
    const to = fresh();
    await ask(await signedIn(stack, who.email), to);
    await rows(stack, 'delete from auth.address_changes where person_id = $1', [who.personId]);
    expect(await letters.to(to)).toEqual([]);
  });

  it('mails to the old address are the person’s still, to be erased with them; those that wait go to nobody', async () => {
    const who = await person();
    const mail = (waits: string) =>
      rows(
        stack,
        `insert into identity.mails (recipient, template, next_try_time) values ($1, 'password-reset', ${waits})`,
        [who.email.toUpperCase()],
      );
    await mail('null');
    await mail(`now() + interval '1 day'`);
    await changed(who);
    await rows(
      stack,
      `update identity.mails set next_try_time = now() where recipient = $1 and person_id is null`,
      [who.email.toUpperCase()],
    );
    await letters.to(who.email);
    expect(
      await rows(
        stack,
        `select person_id::int, sent_time from identity.mails where template = 'password-reset' and recipient = $1 order by id`,
        [who.email.toUpperCase()],
      ),
    ).toEqual([
      { person_id: who.personId, sent_time: null },
      { person_id: null, sent_time: null },
    ]);
  });

  it('ends links that were mailed to the old address before', async () => {
    const who = await person();
    const link = await passwordToken(stack, who.personId);
    await changed(who);
    expectPage(await new TestBrowser(stack).get(`/oauth/password/set?token=${link}`), 400);
  });
});

describe('An address that a placeholder has', () => {
  it('T40 its accounts become offers of who proves it; ids stay, what opened them before ends', async () => {
    const to = fresh('named');
    const held = await placeholder(stack, to, 2, { hash: await hashPassword('Held-password-1') });
    await stack.register({ ...C1, clientId: 'b-app', portalId: 2, redirectUri: 'https://b.example/cb' });
    const ofB = new TestBrowser(stack);
    await ofB.get(authorizeAddress({ client_id: 'b-app', redirect_uri: 'https://b.example/cb' }));
    await ofB.login(to, 'Held-password-1');
    expect(returned(await ofB.allow()).query.get('code')).toEqual(expect.any(String));

    const who = await person([1]);
    await changed(who, to);
    expect(
      await rows(
        stack,
        `select id, person_id::int, accepted_at is not null as accepted, named_email from identity.accounts
          where id = any($1) order by id`,
        [[who.accounts[1], held.accountId]],
      ),
    ).toEqual(
      expect.arrayContaining([
        { id: who.accounts[1], person_id: who.personId, accepted: true, named_email: null },
        { id: held.accountId, person_id: who.personId, accepted: false, named_email: null },
      ]),
    );
    const left = await rows(
      stack,
      `select 'person' from identity.persons where id = $1
       union all select 'session' from auth.sessions where person_id = $1
       union all select 'password' from auth.held_passwords where account_id = $2
       union all select 'consent' from auth.consents where account_id = $2`,
      [held.personId, held.accountId],
    );
    expect(left).toEqual([]);
    expect(await canSignIn(stack, to, 'Held-password-1')).toBe(false);
    expect(await canSignIn(stack, to)).toBe(true);
  });

  it('T40 where both have an account in one portal, the placeholder’s stays apart, and blocks nobody', async () => {
    const to = fresh('named');
    const held = await placeholder(stack, to, 1, { hash: await hashPassword('Held-password-1') });
    const elsewhere = await placeholder(stack, to, 2);
    const who = await person([1]);
    await changed(who, to);
    const where = await rows<{ id: number; person_id: number; email: string }>(
      stack,
      `select a.id, a.person_id::int, h.email from identity.accounts a join identity.persons h on h.id = a.person_id
        where a.id = any($1) order by a.id`,
      [[held.accountId, elsewhere.accountId]],
    );
    expect(where).toEqual([
      { id: held.accountId, person_id: held.personId, email: `apart-${held.personId}@apart.invalid` },
      { id: elsewhere.accountId, person_id: who.personId, email: to },
    ]);
    expect(await updates([held.accountId, elsewhere.accountId])).toEqual([
      { id: held.accountId, email: `apart-${held.personId}@apart.invalid` },
    ]);
    expect(
      await rows(stack, 'select 1 from auth.held_passwords where account_id = $1', [held.accountId]),
    ).toEqual([]);
  });

  it('8 requests name it while it is proven: each account is somebody’s', async () => {
    const to = fresh('named');
    await placeholder(stack, to, 2);
    const who = await person([1]);
    const browser = await signedIn(stack, who.email);
    await ask(browser, to);
    await browser.get((await letters.last(to)).path);
    await rows(
      stack,
      `insert into identity.portals (id, name, title) select n, 'p' || n || '.learning.localhost', 'P' from generate_series(11, 18) n`,
    );
    const [page, ...named] = await Promise.all([
      browser.submit(confirm),
      ...[11, 12, 13, 14, 15, 16, 17, 18].map((portal) => placeholder(stack, to, portal)),
    ]);
    expect(page.status).toBe(200);
    const owners = await rows<{ person_id: number }>(
      stack,
      'select distinct person_id::int from identity.accounts where id = any($1)',
      [named.map(({ accountId }) => accountId)],
    );
    expect(owners).toEqual([{ person_id: who.personId }]);
  });
});

it('a portal never changes a person’s address: no role of the API may', async () => {
  const { Client } = await import('pg');
  const api = new Client(stack.database.urls.api);
  await api.connect();
  await expect(api.query(`update identity.persons set email = 'x@example.com' where id = 1`)).rejects.toThrow(
    'permission denied',
  );
  await api.end();
});
