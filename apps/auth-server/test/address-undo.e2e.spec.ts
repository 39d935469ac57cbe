import { RetentionQueries } from '../src/edge/retention/retention.queries.js';
import { rows, C1, useAuthServers } from './auth-stack.js';
import { passwordToken } from './links.js';
import { canSignIn, Letters, proven, signedIn, type Proven } from './people.js';
import { placeholder } from './placeholders.js';
import { expectDead, expectPage, expectRefusal, token } from './requests.js';
import { obtainCode, TestBrowser } from './test-browser.js';

const own = '/oauth/account/address';
const undo = `${own}/undo`;
const newPassword = 'Taken-back-1234';
const stack = useAuthServers();
const letters = new Letters();
beforeAll(() => letters.open(stack));
afterAll(() => letters.close());
afterEach(() => stack.clock.reset());

let count = 0;
const fresh = (word: string) => `${word}-${(count += 1)}@example.com`;
const person = (portals: readonly number[] = [1]) => proven(stack, fresh('owner'), portals);

/** Changes the address of the person signed in there. */
async function change(browser: TestBrowser, to: string) {
  await browser.get(own);
  await browser.submit(own, { email: to });
  await browser.get((await letters.last(to)).path);
  return browser.submit(`${own}/confirm`);
}
const undoLink = async (address: string) => {
  const mail = (await letters.to(address)).filter(({ path }) => path.startsWith(undo)).at(-1)!;
  return mail.path;
};
async function undoChange(path: string, browser = new TestBrowser(stack)) {
  await browser.get(path);
  return browser.submit(undo, { password: newPassword, repeated: newPassword });
}
const addressOf = async ({ personId }: Proven) =>
  (await rows<{ email: string }>(stack, 'select email from identity.persons where id = $1', [personId]))[0]!
    .email;
const kept = async ({ personId }: Proven) =>
  (
    await rows<{ email: string }>(
      stack,
      'select email from auth.former_addresses where person_id = $1 order by left_time',
      [personId],
    )
  ).map(({ email }) => email);

describe('the link that undoes an address change', () => {
  it('T39 restores the old address, signs everybody out everywhere, and sets a new password', async () => {
    const who = await person();
    const to = fresh('thief');
    const code = await obtainCode(stack, { prompt: 'consent' }, { username: who.email });
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: C1.redirectUri! };
    const tokens = (await token(stack, redeem)).body;
    const thief = await signedIn(stack, who.email);
    await change(thief, to);
    const { access_token } = (
      await token(stack, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    ).body;

    const path = await undoLink(who.email);
    const browser = new TestBrowser(stack);
    for (let time = 0; time < 3; time += 1) expect((await browser.get(path)).status).toBe(200);
    const short = await browser.submit(undo, { password: 'short', repeated: 'short' });
    expect([short.status, short.text.includes('at least 8')]).toEqual([400, true]);
    expect(await addressOf(who)).toBe(to);
    expect((await undoChange(path, browser)).text).toContain('Your address has been restored');

    expect(await addressOf(who)).toBe(who.email);
    expect((await thief.get('/oauth/account')).text).toContain('action="/oauth/authorize/login"');
    await expectDead(stack, access_token);
    expectRefusal(
      await token(stack, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
      400,
      'invalid_grant',
    );
    expect([
      await canSignIn(stack, who.email),
      await canSignIn(stack, to),
      await canSignIn(stack, who.email, newPassword),
    ]).toEqual([false, false, true]);
    expect(await kept(who)).toEqual([]);
    expectPage(await browser.get(path), 400);
    expect((await letters.last(to)).subject).toBe('A change of your e-mail address has been undone');
    expect((await letters.last(who.email)).subject).toBe('Your password was changed');
    const told = await rows(
      stack,
      `select data::json ->> 'email' as email from learning.outbox where type = 'user.update' and object_id = $1 order by id`,
      [who.accounts[1]],
    );
    expect(told).toEqual([{ email: to }, { email: who.email }]);
    const [noted] = await rows(
      stack,
      `select count(*)::int as n from auth.audit_log where person_id = $1 and event = 'address.change_undone'`,
      [who.personId],
    );
    expect(noted).toEqual({ n: 1 });
  });

  it('T39 removes a factor set up since or within the seven days before, and says so; an older one stays', async () => {
    for (const [shift, stays] of [
      ['-7 days -1 minute', true],
      ['-6 days -23 hours', false],
      ['-1 hour', false],
      ['1 second', false],
    ] as const) {
      const who = await person();
      const thief = await signedIn(stack, who.email);
      await change(thief, fresh('thief'));
      await rows(
        stack,
        `insert into auth.second_factors (person_id, secret_sealed, confirmed_at) values ($1, '', now() + $2::interval)`,
        [who.personId, shift],
      );
      await rows(stack, `insert into auth.recovery_codes values ($1, 'x', null)`, [who.personId]);
      const path = await undoLink(who.email);
      expect((await new TestBrowser(stack).get(path)).text).toContain('or in the seven days before it');
      await undoChange(path);
      const told = (await letters.to(who.email)).map(({ subject }) => subject);
      expect([shift, told.includes('Your second factor was turned off')]).toEqual([shift, !stays]);
      const back = await signedIn(stack, who.email, newPassword);
      expect([shift, back.page.text.includes('/oauth/authorize/factor')]).toEqual([shift, stays]);
      const left = await rows(
        stack,
        `select 1 from auth.second_factors where person_id = $1 union all select 1 from auth.recovery_codes where person_id = $1`,
        [who.personId],
      );
      expect([shift, left.length > 0]).toEqual([shift, stays]);
    }
  });

  it('works for seven days; then the address is free', async () => {
    const who = await person();
    await change(await signedIn(stack, who.email), fresh('next'));
    const path = await undoLink(who.email);
    stack.clock.advance(7 * 86_400 - 60);
    expect((await new TestBrowser(stack).get(path)).status).toBe(200);
    stack.clock.advance(61);
    expectPage(await new TestBrowser(stack).get(path), 400);
    stack.clock.reset();
    await rows(
      stack,
      `update auth.former_addresses set expires_at = now() - interval '1 second' where person_id = $1`,
      [who.personId],
    );
    const other = await person();
    expect((await change(await signedIn(stack, other.email), who.email)).status).toBe(200);
    expect(await addressOf(other)).toBe(who.email);
  });

  it('from the oldest address wins: a second change does not lock the owner out, nor does the later link', async () => {
    const who = await person();
    const [first, second] = [fresh('thief'), fresh('thief')];
    const thief = await signedIn(stack, who.email);
    await change(thief, first);
    await change(thief, second);
    expect(await kept(who)).toEqual([who.email, first]);
    const [ofOwner, ofThief] = [await undoLink(who.email), await undoLink(first)];
    await undoChange(ofThief);
    expect([await addressOf(who), await kept(who)]).toEqual([first, [who.email]]);
    expect((await undoChange(ofOwner)).status).toBe(200);
    expect([await addressOf(who), await kept(who)]).toEqual([who.email, []]);

    const again = await person();
    const other = await signedIn(stack, again.email);
    await change(other, fresh('thief'));
    const thiefs = await addressOf(again);
    await change(other, fresh('thief'));
    const late = await undoLink(thiefs);
    await undoChange(await undoLink(again.email));
    expectPage(await new TestBrowser(stack).get(late), 400);
    expect(await addressOf(again)).toBe(again.email);
  });

  it('is not left behind for others when the person returns to the address themselves', async () => {
    const who = await person();
    const thiefs = fresh('thief');
    const browser = await signedIn(stack, who.email);
    await change(browser, thiefs);
    const old = await undoLink(who.email);
    expect((await change(browser, who.email)).status).toBe(200);
    expect(await kept(who)).toEqual([]);
    expect((await letters.to(thiefs)).some(({ path }) => path.startsWith(undo))).toBe(false);
    expect((await letters.last(thiefs)).subject).toBe('A change of your e-mail address has been undone');
    expectPage(await new TestBrowser(stack).get(old), 400);
  });

  it('works once, however often it is sent in parallel, even alongside that of a later change', async () => {
    const who = await person();
    const first = fresh('thief');
    const thief = await signedIn(stack, who.email);
    await change(thief, first);
    await change(thief, fresh('thief'));
    const paths = [await undoLink(who.email), await undoLink(first)];
    const browsers = await Promise.all(
      [...paths, ...paths, ...paths].map(async (path) => {
        const browser = new TestBrowser(stack);
        await browser.get(path);
        return browser;
      }),
    );
    const done = await Promise.all(
      browsers.map((browser) => browser.submit(undo, { password: newPassword, repeated: newPassword })),
    );
    expect(done.filter(({ status }, index) => status === 200 && index % 2 === 0)).toHaveLength(1);
    expect(done.filter(({ status }, index) => status === 200 && index % 2 === 1).length).toBeLessThanOrEqual(
      1,
    );
    expect([await addressOf(who), await kept(who)]).toEqual([who.email, []]);
  });

  it('reserves the address for seven days: nobody else can prove it, by a change, a portal’s mail or the operator', async () => {
    const who = await person();
    const { email } = who;
    await change(await signedIn(stack, email), fresh('next'));
    const path = await undoLink(email);

    const other = await person();
    const browser = await signedIn(stack, other.email);
    await browser.get(own);
    expect((await browser.submit(own, { email })).text).toContain('on its way');
    expect(await letters.last(email)).toMatchObject({
      subject: 'Somebody asked to use your e-mail address',
      token: '',
    });

    const named = await placeholder(stack, email, 2);
    const link = await passwordToken(stack, named.personId);
    const mailed = new TestBrowser(stack);
    expectPage(await mailed.get(`/oauth/password/set?token=${link}`), 400);
    expect(mailed.page.text).toContain('given up only a few days ago');
    await expect(
      rows(stack, `select auth.verify_address($1, 'operator', null, now())`, [named.personId]),
    ).rejects.toThrow('kept for who left it');

    expect((await undoChange(path)).status).toBe(200);
    expect(await addressOf(who)).toBe(email);
    expect(
      await rows(stack, 'select person_id::int, accepted_at from identity.accounts where id = $1', [
        named.accountId,
      ]),
    ).toEqual([{ person_id: who.personId, accepted_at: null }]);
  });

  it('is deleted in time with everything else that has expired, and nothing more', async () => {
    const [who, over] = [await person(), await person()];
    for (const { personId } of [who, over])
      await rows(
        stack,
        `with c as (insert into auth.address_changes (person_id, email, requested_time, expires_at)
                    values ($1, $2, now(), now() + $3::interval))
         insert into auth.former_addresses (email_key, person_id, email, left_time, expires_at)
         values ($2, $1, $2, now(), now() + $3::interval)`,
        [personId, fresh('upkeep'), personId === over.personId ? '-1 second' : '1 hour'],
      );
    await stack.apps[0]!.get(RetentionQueries).removeExpired();
    const left = await rows(
      stack,
      `select person_id::int from auth.address_changes where person_id = any($1)
       union all select person_id::int from auth.former_addresses where person_id = any($1)`,
      [[who.personId, over.personId]],
    );
    expect(left).toEqual([{ person_id: who.personId }, { person_id: who.personId }]);
  });

  it('is dead when forged, of another kind or empty; a form without our token is refused', async () => {
    const who = await person();
    await change(await signedIn(stack, who.email), fresh('next'));
    const path = await undoLink(who.email);
    for (const bad of ['', 'x', 'und_20260101_' + 'x'.repeat(32), await passwordToken(stack, who.personId)])
      expectPage(await new TestBrowser(stack).get(`${undo}?token=${bad}`), 400);
    const browser = new TestBrowser(stack);
    await browser.get(path);
    const { fields } = browser.form(undo);
    const given = { ...fields, password: newPassword, repeated: newPassword };
    expectPage(await browser.post(undo, { ...given, csrf: 'x' }), 403);
    expectPage(await browser.post(undo, given, { origin: 'https://evil.example' }), 403);
    expectPage(await browser.post(undo, { ...given, link: 'x' }), 400);
    expect(await kept(who)).toEqual([who.email]);
  });
});
