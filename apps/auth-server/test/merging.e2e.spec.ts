import { sha256 } from '@app/kernel';
import { hashPassword } from '@app/passwords';
import { C1, password, rows, useAuthServers } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import { canSignIn, Letters, proven, signedIn, type Proven } from './people.js';
import { placeholder } from './placeholders.js';
import { expectDead, expectPage, expectRefusal, token } from './requests.js';
import { authorizeAddress, obtainCode, TestBrowser } from './test-browser.js';

const merge = '/oauth/account/merge';
const [asking, confirm] = [`${merge}/ask`, `${merge}/confirm`];
const stack = useAuthServers();
const letters = new Letters();
beforeAll(() => letters.open(stack));
afterAll(() => letters.close());
afterEach(async () => {
  stack.clock.reset();
  await stack.db.query('delete from auth.merge_logins; delete from auth.merge_requests');
});

let count = 0;
const person = (portals: readonly number[]) => proven(stack, `person-${(count += 1)}@example.com`, portals);

async function signInToOther(browser: TestBrowser, username: string, secret = password) {
  await browser.get(merge);
  return browser.submit(merge, { username, password: secret });
}
/** As far as the page that says what will happen. */
async function ready(one: Proven, other: Proven): Promise<TestBrowser> {
  const browser = await signedIn(stack, one.email);
  const page = await signInToOther(browser, other.email);
  expect([page.status, page.text.includes(`${other.email} will become part of ${one.email}`)]).toEqual([
    200,
    true,
  ]);
  return browser;
}
/** As far as the page that the link in the mail shows. */
async function confirmed(browser: TestBrowser, other: Pick<Proven, 'email'>) {
  await browser.submit(asking);
  expect(browser.page.text).toContain(`on its way to ${other.email}`);
  await browser.get((await letters.last(other.email)).path);
  return browser.submit(confirm);
}
const owners = async (...ids: number[]) =>
  (
    await rows<{ person_id: number }>(
      stack,
      'select person_id::int from identity.accounts where id = any($1) order by id',
      [ids],
    )
  ).map(({ person_id: id }) => id);
const exists = async ({ personId }: Proven) =>
  (await rows(stack, 'select 1 from identity.persons where id = $1', [personId])).length === 1;
const waiting = () => rows(stack, 'select person_id from auth.merge_requests');
const noted = () => rows(stack, 'select session_id from auth.merge_logins');

describe('Merging two accounts', () => {
  it('T41 who has signed in to both sees what will happen; then the portals are theirs, and ids stay', async () => {
    const [one, other] = [await person([1]), await person([2])];
    await stack.register({ ...C1, clientId: 'b-app', portalId: 2, redirectUri: 'https://b.example/cb' });
    const asked = { client_id: 'b-app', redirect_uri: 'https://b.example/cb', prompt: 'consent' };
    const code = await obtainCode(stack, asked, { username: other.email });
    const redeem = { client_id: 'b-app', client_secret: C1.secret, grant_type: 'authorization_code', code };
    const tokens = (await token(stack, { ...redeem, redirect_uri: 'https://b.example/cb' })).body;
    const ofOther = await signedIn(stack, other.email);
    await rows(
      stack,
      `insert into auth.second_factors (person_id, secret_sealed, confirmed_at) values ($1, '', null)`,
      [other.personId],
    );

    const browser = await ready(one, other);
    expect(browser.page.text).toContain('<li><bdi>Portal B</bdi></li>');
    expect(await owners(other.accounts[2]!)).toEqual([other.personId]);
    const page = await confirmed(browser, other);
    expect([page.status, page.text.includes('The accounts have been merged')]).toEqual([200, true]);

    expect(await owners(one.accounts[1]!, other.accounts[2]!)).toEqual([one.personId, one.personId]);
    expect(await exists(other)).toBe(false);
    expect([await canSignIn(stack, one.email), await canSignIn(stack, other.email)]).toEqual([true, false]);
    expect((await ofOther.get('/oauth/account')).text).toContain('action="/oauth/authorize/login"');
    await expectDead(stack, tokens.access_token);
    const form = { client_id: 'b-app', client_secret: C1.secret, grant_type: 'refresh_token' };
    expectRefusal(await token(stack, { ...form, refresh_token: tokens.refresh_token }), 400, 'invalid_grant');
    const left = await rows(
      stack,
      `select 'consent' from auth.consents where account_id = $2
       union all select 'password' from auth.passwords where person_id = $1
       union all select 'factor' from auth.second_factors where person_id = $1`,
      [other.personId, other.accounts[2]],
    );
    expect(left).toEqual([]);
    expect(
      await rows(
        stack,
        `select object_id as id, data::json ->> 'email' as email from learning.outbox
          where type = 'user.update' and object_id = any($1)`,
        [[one.accounts[1], other.accounts[2]]],
      ),
    ).toEqual([{ id: other.accounts[2], email: one.email }]);
    expect(
      await rows(
        stack,
        `select details from auth.audit_log where event = 'accounts.merged' and person_id = $1`,
        [one.personId],
      ),
    ).toEqual([{ details: { person: other.personId, accounts: String(other.accounts[2]) } }]);
    const told = await letters.last(other.email);
    expect(told.subject).toBe('Your account has been merged into another one');
    expect(told.text).not.toContain(one.email);
    expect((await browser.get('/oauth/account')).status).toBe(200);
    expect(await obtainCode(stack, asked, { username: one.email })).toEqual(expect.any(String));
  });

  it('T41 both in one portal: refused, and the portal is named; offers and closed accounts are what they were', async () => {
    const [one, other] = [await person([1, 2]), await person([2])];
    const browser = await signedIn(stack, one.email);
    const page = await signInToOther(browser, other.email);
    expect(page.text).toContain('Both accounts belong to Portal B.');
    const { csrf } = browser.form(`${merge}/cancel`).fields;
    const posted = await browser.post(asking, { csrf: csrf!, other: String(other.personId) });
    expect(posted.headers.get('location')).toBe(merge);
    expect([await exists(other), await owners(other.accounts[2]!)]).toEqual([true, [other.personId]]);

    await rows(stack, 'update identity.accounts set accepted_at = null where id = $1', [one.accounts[2]]);
    expect((await browser.get(merge)).text).toContain('Both accounts belong to Portal B.');
    await rows(
      stack,
      `update identity.accounts set closed_time = now(), declined_at = now(), status = false where id = $1`,
      [one.accounts[2]],
    );
    await rows(stack, 'update identity.accounts set accepted_at = null where id = $1', [other.accounts[2]]);
    await browser.get(merge);
    await confirmed(browser, other);
    expect(
      await rows(
        stack,
        `select a.id, h.email, h.proven_time is not null as proven, a.declined_at is not null as declined,
                a.left_by::int
           from identity.accounts a join identity.persons h on h.id = a.person_id where a.id = any($1) order by a.id`,
        [[one.accounts[2], other.accounts[2]]],
      ),
    ).toEqual([
      { id: one.accounts[2], email: one.email, proven: true, declined: true, left_by: null },
      // an offer to the other address stays with it
      {
        id: other.accounts[2],
        email: other.email,
        proven: false,
        declined: false,
        left_by: one.personId,
      },
    ]);
  });

  it('T41 both logins are fresh: neither an old session nor an old login of the other will do', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    stack.clock.advance(601);
    expect((await browser.post(asking, form)).headers.get('location')).toBe(merge);
    expect((await browser.get(merge)).text).toContain('enter your password again');
    stack.clock.reset();
    await rows(stack, `update auth.merge_logins set signed_in_at = signed_in_at - interval '601 seconds'`);
    expect((await browser.post(asking, form)).headers.get('location')).toBe(merge);
    expect((await browser.get(merge)).text).toContain(`action="${merge}"`);
    expect(await exists(other)).toBe(true);
    // the login of the other belongs to this session alone
    await signInToOther(browser, other.email);
    const elsewhere = await signedIn(stack, one.email);
    await elsewhere.get(merge);
    const { csrf } = elsewhere.form(merge).fields;
    await elsewhere.post(asking, { csrf: csrf!, other: String(other.personId) });
    expect(await exists(other)).toBe(true);
    await browser.get('/oauth/account');
    await browser.submit('/oauth/sign-out');
    expect(await noted()).toEqual([]);
  });

  it('T41 takes the second factor of both', async () => {
    const [one, other] = [await person([1]), await person([2])];
    for (const { personId } of [one, other]) {
      await rows(
        stack,
        `insert into auth.second_factors (person_id, secret_sealed, confirmed_at) values ($1, '', now() - interval '1 hour')`,
        [personId],
      );
      await rows(stack, 'insert into auth.recovery_codes values ($1, $2, null)', [
        personId,
        sha256(`code${personId}`),
      ]);
    }
    const browser = await signedIn(stack, one.email);
    await browser.submit('/oauth/authorize/factor', { otp: `code${one.personId}` });
    let page = await signInToOther(browser, other.email);
    expect(page.text).toContain(`action="${merge}/other-factor"`);
    expect(page.text).toContain(`for ${other.email}`);
    const { csrf } = browser.form(`${merge}/other-factor`).fields;
    await browser.post(asking, { csrf: csrf!, other: String(other.personId) });
    expect(await waiting()).toEqual([]);
    await browser.get(merge);
    page = await browser.submit(`${merge}/other-factor`, { otp: '000000' });
    expect([page.status, page.text.includes('otp-error')]).toEqual([400, true]);
    await browser.submit(`${merge}/other-factor`, { otp: `code${other.personId}` });
    await confirmed(browser, other);
    expect(await exists(other)).toBe(false);
    // one's own factor stays, the other's is gone
    expect(
      await rows(stack, 'select person_id::int from auth.second_factors where person_id = any($1)', [
        [one.personId, other.personId],
      ]),
    ).toEqual([{ person_id: one.personId }]);
  });

  it('two passwords alone merge nothing: the mailbox of who ends says yes, and hears of it', async () => {
    const [thief, owner] = [await person([1]), await person([2])];
    const browser = await ready(thief, owner);
    const page = await browser.submit(asking);
    expect([page.status, page.text.includes(`on its way to ${owner.email}`)]).toEqual([200, true]);
    expect(await exists(owner)).toBe(true);
    const mail = await letters.last(owner.email);
    expect(mail.subject).toBe('Confirm that your account is to become part of another one');
    expect(mail.text).toContain('If this was not you, set a new password at once');
    expect(mail.text).not.toContain(thief.email);
    // who finds it in the mailbox, signed in or not, can do nothing by it
    const ownersOwn = await signedIn(stack, owner.email);
    for (const other of [ownersOwn, new TestBrowser(stack), await signedIn(stack, thief.email)]) {
      expectPage(await other.get(mail.path), 403);
      expect(other.page.text).toContain('only in the browser in which you asked');
    }
    const { csrf } = (await ownersOwn.get('/oauth/account'), ownersOwn.form('/oauth/sign-out').fields);
    expectPage(await ownersOwn.post(confirm, { csrf: csrf!, link: mail.token }), 400);
    await browser.get(merge);
    const thiefs = browser.form(`${merge}/cancel`).fields;
    for (const link of [
      '',
      'x',
      `mrg_20260131_${'x'.repeat(32)}`,
      await passwordToken(stack, owner.personId),
    ])
      expectPage(await browser.post(confirm, { csrf: thiefs['csrf']!, link }), 400);
    expect(await exists(owner)).toBe(true);
  });

  it('the link works once, for half an hour, the newest alone, and until it is called off', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    const ask = async () => {
      await browser.post(asking, form);
      return (await letters.last(other.email)).path;
    };
    const first = await ask();
    for (let time = 0; time < 3; time += 1) expect((await browser.get(first)).status).toBe(200);
    const second = await ask();
    expectPage(await browser.get(first), 400);
    stack.clock.advance(1_790);
    expect((await browser.get(second)).status).toBe(200);
    const late = browser.form(confirm).fields;
    stack.clock.advance(11);
    expectPage(await browser.get(second), 400);
    expectPage(await browser.post(confirm, late), 400);
    stack.clock.reset();
    await browser.get(merge);
    await browser.submit(`${merge}/cancel`);
    expectPage(await browser.get(second), 400);
    expect([await waiting(), await noted()]).toEqual([[], []]);
    const again = await ready(one, other);
    const done = await confirmed(again, other);
    expect(done.text).toContain('The accounts have been merged');
    expectPage(await again.get((await letters.to(other.email)).at(-2)!.path), 400);
  });

  it('a factor that the other has set up meanwhile was not given: the link is dead', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    await browser.submit(asking);
    await browser.get((await letters.last(other.email)).path);
    await rows(
      stack,
      `insert into auth.second_factors (person_id, secret_sealed, confirmed_at) values ($1, '', now())`,
      [other.personId],
    );
    expectPage(await browser.submit(confirm), 400);
    expect(await exists(other)).toBe(true);
  });

  it('refuses oneself, nobody, wrong and held passwords in the words of the login; and counts the tries', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const email = `held-${(count += 1)}@example.com`;
    await placeholder(stack, email, 2, { hash: await hashPassword('Held-password-1') });
    const browser = await signedIn(stack, one.email);
    const texts = new Set<string>();
    for (const [username, secret] of [
      [other.email, 'wrong-password'],
      ['nobody@example.com', password],
      [email, 'Held-password-1'],
      ['', ''],
      [other.email, 'x'.repeat(2_000)],
    ] as const) {
      const page = await signInToOther(browser, username, secret);
      expect(page.status).toBe(400);
      texts.add(/id="password-error"[^>]*>([^<]*)/.exec(page.text)![1]!);
    }
    expect([...texts]).toEqual(['The e-mail address or the password is wrong.']);
    const same = await signInToOther(browser, one.email);
    expect([
      same.status,
      same.text.includes('This is the account that you are already signed in to'),
    ]).toEqual([400, true]);
    expect(await noted()).toEqual([]);

    for (let time = 0; time < 5; time += 1) await signInToOther(browser, other.email, 'wrong-password');
    let last = 0;
    for (let time = 0; time < 12 && last !== 429; time += 1)
      last = (await signInToOther(browser, other.email, 'wrong-password')).status;
    expect(last).toBe(429);
  });

  it('takes a session of one’s own password: not one of a link; not another site’s form', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const limited = new TestBrowser(stack);
    await limited.get(authorizeAddress({ one_time_token: await oneTimeToken(stack, one.accounts[1]!) }));
    await limited.submit('/oauth/authorize/one-time');
    const { csrf } = (await limited.get('/oauth/account'), limited.form('/oauth/sign-out').fields);
    const given = { csrf: csrf!, username: other.email, password };
    expect((await limited.post(merge, given)).headers.get('location')).toBe(merge);
    expect(await noted()).toEqual([]);
    expect((await limited.get(merge)).text).toContain('enter your password again');

    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    for (const path of [
      merge,
      asking,
      confirm,
      `${merge}/cancel`,
      `${merge}/factor`,
      `${merge}/other-factor`,
    ]) {
      expectPage(await browser.post(path, form, { origin: 'https://evil.example' }), 403);
      expectPage(await browser.post(path, { ...form, csrf: 'x' }), 403);
    }
    expect(await exists(other)).toBe(true);
    await browser.post(asking, { ...form, other: String(one.personId) });
    expect(await waiting()).toEqual([]);
    await browser.get(merge);
    await browser.submit(`${merge}/cancel`);
    expect(await noted()).toEqual([]);
  });

  it('a password that was changed meanwhile is no login of the other any more', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    await browser.submit(asking);
    await browser.get((await letters.last(other.email)).path);
    const mailed = new TestBrowser(stack);
    await mailed.get(`/oauth/password/set?token=${await passwordToken(stack, other.personId)}`);
    await mailed.submit('/oauth/password/set', { password: 'Quite-new-5678', repeated: 'Quite-new-5678' });
    expectPage(await browser.submit(confirm), 400);
    expect((await browser.post(asking, form)).headers.get('location')).toBe(merge);
    expect(await exists(other)).toBe(true);
  });

  it('waits while a change of an address can be undone: what a link gives back must be there', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    for (const { personId } of [one, other]) {
      await rows(
        stack,
        `insert into auth.former_addresses (email_key, person_id, email, left_time, expires_at)
         values ($2, $1, $2, now(), now() + interval '1 hour')`,
        [personId, `former-${personId}@example.com`],
      );
      expect((await browser.post(asking, form)).headers.get('location')).toBe(merge);
      expect((await browser.get(merge)).text).toContain('less than seven days ago');
      await rows(stack, 'update auth.former_addresses set expires_at = now() where person_id = $1', [
        personId,
      ]);
    }
    await browser.get(merge);
    expect((await confirmed(browser, other)).text).toContain('The accounts have been merged');
  });

  it('A into B and B into A at once, eight times each: one comes of it, and no account is lost', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = [await person([1]), await person([2])];
      const [ofA, ofB] = await Promise.all([ready(a, b), ready(b, a)]);
      for (const [browser, ends] of [
        [ofA, b],
        [ofB, a],
      ] as const) {
        await browser.submit(asking);
        await browser.get((await letters.last(ends.email)).path);
      }
      const forms = [ofA, ofB].map((browser) => ({ browser, ...browser.form(confirm) }));
      const done = await Promise.all(
        [...forms, ...forms, ...forms, ...forms].map(({ browser, action, fields }) =>
          browser.post(action, fields),
        ),
      );
      const merged = done.filter(({ text }) => text.includes('The accounts have been merged'));
      expect(merged).toHaveLength(1);
      const [survivor, ...others] = [...new Set(await owners(a.accounts[1]!, b.accounts[2]!))];
      expect([[a.personId, b.personId].includes(survivor!), others]).toEqual([true, []]);
      expect([await exists(a), await exists(b)].filter(Boolean)).toHaveLength(1);
    }
  });

  it('while portals name the other one: each account is somebody’s', async () => {
    const [one, other] = [await person([1]), await person([2])];
    await rows(
      stack,
      `insert into identity.portals (id, name, title) select n, 'p' || n || '.learning.localhost', 'P' from generate_series(31, 36) n`,
    );
    const browser = await ready(one, other);
    await browser.submit(asking);
    await browser.get((await letters.last(other.email)).path);
    const [page, ...named] = await Promise.all([
      browser.submit(confirm),
      ...[31, 32, 33, 34, 35, 36].map((portal) => placeholder(stack, other.email, portal)),
    ]);
    expect(page.text).toContain('The accounts have been merged');
    const people = await owners(...named.map(({ accountId }) => accountId));
    const known = await rows<{ id: number }>(
      stack,
      'select id::int from identity.persons where id = any($1)',
      [people],
    );
    expect(new Set(known.map(({ id }) => id))).toEqual(new Set(people));
  });
});
