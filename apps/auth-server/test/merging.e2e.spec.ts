import { sql } from '@app/database';
import { sha256 } from '@app/kernel';
import { hashPassword } from '@app/credentials';
import { C1, password } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import { askPage, CONFIRM_MERGE_PATH, MERGE_PATH, MergingPeople } from './merges.js';
import { canSignIn, signedIn } from './people.js';
import { placeholder } from './placeholders.js';
import { expectDead, expectPage, expectRefusal, token } from './requests.js';
import { authorizeAddress, TestBrowser } from './test-browser.js';
import { signIn } from './openid.js';

const [merge, asking, confirm] = [MERGE_PATH, askPage, CONFIRM_MERGE_PATH];
const merging = MergingPeople.use();
const { stack, letters, person, signInToOther, ready, confirmed, owners, exists, waiting, readLogins } =
  merging;

describe('merging two accounts', () => {
  it('T41 displays the effects after a sign-in to both, then moves the portals; ids stay', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const client = { ...C1, clientId: 'b-app', portalId: 2, redirectUri: 'https://b.example/cb' };
    await stack.register(client);
    const tokens = await signIn(stack, { prompt: 'consent' }, { client, username: other.email });
    const otherBrowser = await signedIn(stack, other.email);
    await stack.db.many(sql`
      insert into auth.second_factors (person_id, secret_sealed, confirmed_at)
      values (${other.personId}, '', null)`);

    const browser = await ready(one, other);
    expect(browser.page.text).toContain('<li><bdi>Portal B</bdi></li>');
    expect(await owners(other.accounts[2]!)).toEqual([other.personId]);
    const page = await confirmed(browser, other);
    expect([page.status, page.text.includes('The accounts have been merged')]).toEqual([200, true]);

    expect(await owners(one.accounts[1]!, other.accounts[2]!)).toEqual([one.personId, one.personId]);
    expect(await exists(other)).toBe(false);
    expect([await canSignIn(stack, one.email), await canSignIn(stack, other.email)]).toEqual([true, false]);
    expect((await otherBrowser.get('/oauth/account')).text).toContain('action="/oauth/authorize/login"');
    await expectDead(stack, tokens.access_token);
    const form = { client_id: 'b-app', client_secret: C1.secret, grant_type: 'refresh_token' };
    expectRefusal(await token(stack, { ...form, refresh_token: tokens.refresh_token }), 400, 'invalid_grant');
    const remainingRows = await stack.db.many(sql`
      select 'consent' from auth.consents where account_id = ${other.accounts[2]}
      union all select 'password' from auth.passwords where person_id = ${other.personId}
      union all select 'factor' from auth.second_factors where person_id = ${other.personId}`);
    expect(remainingRows).toEqual([]);
    expect(
      await stack.db.many(sql`
        select object_id as id, data::json ->> 'email' as email from learning.outbox
         where type = 'user.update' and object_id = any(${[one.accounts[1], other.accounts[2]]})`),
    ).toEqual([{ id: other.accounts[2], email: one.email }]);
    expect(
      await stack.db.many(sql`
        select details from auth.audit_log where event = 'accounts.merged' and person_id = ${one.personId}`),
    ).toEqual([{ details: { person: other.personId, accounts: String(other.accounts[2]) } }]);
    const lastLetter = await letters.last(other.email);
    expect(lastLetter.subject).toBe('Your account has been merged into another one');
    expect(lastLetter.text).not.toContain(one.email);
    expect((await browser.get('/oauth/account')).status).toBe(200);
    await signIn(stack, { prompt: 'consent' }, { client, username: one.email });
  });

  it('T41 is refused, naming the portal, when both are in one portal; offers and closed accounts are unaffected', async () => {
    const [one, other] = [await person([1, 2]), await person([2])];
    const browser = await signedIn(stack, one.email);
    const page = await signInToOther(browser, other.email);
    expect(page.text).toContain('Both accounts belong to Portal B.');
    const { csrf } = browser.form(`${merge}/cancel`).fields;
    const posted = await browser.post(asking, { csrf: csrf!, other: String(other.personId) });
    expect(posted.headers.get('location')).toBe(merge);
    expect([await exists(other), await owners(other.accounts[2]!)]).toEqual([true, [other.personId]]);

    await stack.db.many(sql`update identity.accounts set accepted_at = null where id = ${one.accounts[2]}`);
    expect((await browser.get(merge)).text).toContain('Both accounts belong to Portal B.');
    await stack.db.many(sql`
      update identity.accounts set closed_time = now(), declined_at = now(), status = false
       where id = ${one.accounts[2]}`);
    await stack.db.many(sql`update identity.accounts set accepted_at = null where id = ${other.accounts[2]}`);
    await browser.get(merge);
    await confirmed(browser, other);
    expect(
      await stack.db.many(sql`
        select a.id, h.email, h.verified_time is not null as proven, a.declined_at is not null as declined,
               a.left_by::int
          from identity.accounts a join identity.persons h on h.id = a.person_id
         where a.id = any(${[one.accounts[2], other.accounts[2]]}) order by a.id`),
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

  it('T41 requires both logins to be recent: neither an old session nor an old login to the other will do', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    stack.clock.advance(601);
    expect((await browser.post(asking, form)).headers.get('location')).toBe(merge);
    expect((await browser.get(merge)).text).toContain('enter your password again');
    stack.clock.reset();
    await stack.db.many(sql`
      update auth.merge_logins set signed_in_at = signed_in_at - interval '601 seconds'`);
    expect((await browser.post(asking, form)).headers.get('location')).toBe(merge);
    expect((await browser.get(merge)).text).toContain(`action="${merge}"`);
    expect(await exists(other)).toBe(true);
    // the login to the other belongs to this session only
    await signInToOther(browser, other.email);
    const elsewhere = await signedIn(stack, one.email);
    await elsewhere.get(merge);
    const { csrf } = elsewhere.form(merge).fields;
    await elsewhere.post(asking, { csrf: csrf!, other: String(other.personId) });
    expect(await exists(other)).toBe(true);
    await browser.get('/oauth/account');
    await browser.submit('/oauth/sign-out');
    expect(await readLogins()).toEqual([]);
  });

  it('T41 requires the second factors of both', async () => {
    const [one, other] = [await person([1]), await person([2])];
    for (const { personId } of [one, other]) {
      await stack.db.many(sql`
        insert into auth.second_factors (person_id, secret_sealed, confirmed_at)
        values (${personId}, '', now() - interval '1 hour')`);
      await stack.db.many(sql`
        insert into auth.recovery_codes values (${personId}, ${sha256(`code${personId}`)}, null)`);
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
    // the person's own factor stays, the other one is gone
    expect(
      await stack.db.many(sql`
        select person_id::int from auth.second_factors
         where person_id = any(${[one.personId, other.personId]})`),
    ).toEqual([{ person_id: one.personId }]);
  });

  it('refuses oneself, unknown people, wrong and held passwords with the login’s message, and counts the attempts', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const email = merging.address();
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
    expect(await readLogins()).toEqual([]);

    for (let time = 0; time < 5; time += 1) await signInToOther(browser, other.email, 'wrong-password');
    let last = 0;
    for (let time = 0; time < 12 && last !== 429; time += 1)
      last = (await signInToOther(browser, other.email, 'wrong-password')).status;
    expect(last).toBe(429);
  });

  it('requires a session by the person’s own password, not by a link; refuses another site’s form', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const limited = await TestBrowser.open(
      stack,
      authorizeAddress({ one_time_token: await oneTimeToken(stack, one.accounts[1]!) }),
    );
    await limited.submit('/oauth/authorize/one-time');
    const { csrf } = (await limited.get('/oauth/account'), limited.form('/oauth/sign-out').fields);
    const credentials = { csrf: csrf!, username: other.email, password };
    expect((await limited.post(merge, credentials)).headers.get('location')).toBe(merge);
    expect(await readLogins()).toEqual([]);
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
    expect(await readLogins()).toEqual([]);
  });

  it('waits while an address change can be undone, because the undo link must still have its person', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    for (const { personId } of [one, other]) {
      const email = `former-${personId}@example.com`;
      await stack.db.many(sql`
        insert into auth.former_addresses (email_key, person_id, email, left_time, expires_at)
        values (${email}, ${personId}, ${email}, now(), now() + interval '1 hour')`);
      expect((await browser.post(asking, form)).headers.get('location')).toBe(merge);
      expect((await browser.get(merge)).text).toContain('less than seven days ago');
      await stack.db.many(sql`
        update auth.former_addresses set expires_at = now() - interval '1 second'
         where person_id = ${personId}`);
    }
    await browser.get(merge);
    expect((await confirmed(browser, other)).text).toContain('The accounts have been merged');
  });
});

describe('T41 the link in the mail to the account that ends', () => {
  it('two passwords merge nothing: the mailbox of the ending account confirms, and is notified', async () => {
    const [thief, owner] = [await person([1]), await person([2])];
    const browser = await ready(thief, owner);
    const page = await browser.submit(asking);
    expect([page.status, page.text.includes(`on its way to ${owner.email}`)]).toEqual([200, true]);
    expect(await exists(owner)).toBe(true);
    const mail = await letters.last(owner.email);
    expect(mail.subject).toBe('Confirm that your account is to become part of another one');
    expect(mail.text).toContain('If this was not you, set a new password at once');
    expect(mail.text).not.toContain(thief.email);
    // anybody who finds it in the mailbox, signed in or not, can do nothing with it
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

  it('the link works once, for half an hour, only the newest, and until it is cancelled', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    const requestMerge = async () => {
      await browser.post(asking, form);
      return (await letters.last(other.email)).path;
    };
    const first = await requestMerge();
    for (let time = 0; time < 3; time += 1) expect((await browser.get(first)).status).toBe(200);
    const second = await requestMerge();
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
    expect([await waiting(), await readLogins()]).toEqual([[], []]);
    const again = await ready(one, other);
    const done = await confirmed(again, other);
    expect(done.text).toContain('The accounts have been merged');
    expectPage(await again.get((await letters.listFor(other.email)).at(-2)!.path), 400);
  });

  it('is dead when the other account has set up a factor in the meantime', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    await browser.submit(asking);
    await browser.get((await letters.last(other.email)).path);
    await stack.db.many(sql`
      insert into auth.second_factors (person_id, secret_sealed, confirmed_at)
      values (${other.personId}, '', now())`);
    expectPage(await browser.submit(confirm), 400);
    expect(await exists(other)).toBe(true);
  });

  it('is dead when the other account’s password has changed in the meantime', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    await browser.submit(asking);
    await browser.get((await letters.last(other.email)).path);
    await new TestBrowser(stack).setPassword(await passwordToken(stack, other.personId), 'Quite-new-5678');
    expectPage(await browser.submit(confirm), 400);
    expect((await browser.post(asking, form)).headers.get('location')).toBe(merge);
    expect(await exists(other)).toBe(true);
  });

  it('A into B and B into A in parallel, eight attempts each: one succeeds, and no account is lost', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = [await person([1]), await person([2])];
      const [browserA, browserB] = await Promise.all([ready(a, b), ready(b, a)]);
      for (const [browser, ends] of [
        [browserA, b],
        [browserB, a],
      ] as const) {
        await browser.submit(asking);
        await browser.get((await letters.last(ends.email)).path);
      }
      const forms = [browserA, browserB].map((browser) => ({ browser, ...browser.form(confirm) }));
      const done = await Promise.all(
        [...forms, ...forms, ...forms, ...forms].map(({ browser, action, fields }) =>
          browser.post(action, fields),
        ),
      );
      const merged = done.filter(({ text }) => text.includes('The accounts have been merged'));
      expect(merged).toHaveLength(1);
      const [survivor, ...mergedIds] = [...new Set(await owners(a.accounts[1]!, b.accounts[2]!))];
      expect([[a.personId, b.personId].includes(survivor!), mergedIds]).toEqual([true, []]);
      expect([await exists(a), await exists(b)].filter(Boolean)).toHaveLength(1);
    }
  });

  it('while portals name the ending address: each account still has an owner', async () => {
    const [one, other] = [await person([1]), await person([2])];
    await stack.db.many(sql`
      insert into identity.portals (id, name, title) select n, 'p' || n || '.learning.localhost', 'P'
        from generate_series(31, 36) n`);
    const browser = await ready(one, other);
    await browser.submit(asking);
    await browser.get((await letters.last(other.email)).path);
    const [page, ...named] = await Promise.all([
      browser.submit(confirm),
      ...[31, 32, 33, 34, 35, 36].map((portal) => placeholder(stack, other.email, portal)),
    ]);
    expect(page.text).toContain('The accounts have been merged');
    const people = await owners(...named.map(({ accountId }) => accountId));
    const knownRows = await stack.db.many<{ id: number }>(sql`
      select id::int from identity.persons where id = any(${people})`);
    expect(new Set(knownRows.map(({ id }) => id))).toEqual(new Set(people));
  });
});
