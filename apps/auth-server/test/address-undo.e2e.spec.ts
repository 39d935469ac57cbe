import { sql } from '@app/database';
import { RetentionQueries } from '../src/edge/retention/retention.queries.js';
import { ADDRESS_PATH, AddressChanging } from './address-changes.js';
import { passwordToken } from './links.js';
import { canSignIn, signedIn, type TestPerson } from './people.js';
import { placeholder } from './placeholders.js';
import { expectDead, expectPage, expectRefusal, token } from './requests.js';
import { obtainCode, TestBrowser } from './test-browser.js';
import { exchange } from './openid.js';

const ownPath = ADDRESS_PATH;
const undo = `${ownPath}/undo`;
const newPassword = 'Taken-back-1234';
const changing = AddressChanging.use();
const { stack, letters, fresh, person } = changing;

/** Changes the address of the person signed in there. */
async function change(browser: TestBrowser, newAddress: string) {
  await changing.requestChange(browser, newAddress);
  return changing.use(browser, newAddress);
}
const undoLink = async (address: string) => {
  const mail = (await letters.listFor(address)).filter(({ path }) => path.startsWith(undo)).at(-1)!;
  return mail.path;
};
async function undoChange(path: string, browser = new TestBrowser(stack)) {
  await browser.get(path);
  return browser.submit(undo, { password: newPassword, repeated: newPassword });
}
const formerAddresses = async ({ personId }: TestPerson) =>
  await stack.db.column<string>(sql`
      select email from auth.former_addresses where person_id = ${personId} order by left_time`);

describe('the link that undoes an address change', () => {
  it('T39 restores the old address, ends all sessions, and sets a new password', async () => {
    const provenPerson = await person();
    const newAddress = fresh('thief');
    const code = await obtainCode(stack, { prompt: 'consent' }, { username: provenPerson.email });
    const tokens = await exchange(stack, code);
    const thief = await signedIn(stack, provenPerson.email);
    await change(thief, newAddress);
    const { access_token } = (
      await token(stack, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    ).body;

    const path = await undoLink(provenPerson.email);
    const browser = new TestBrowser(stack);
    for (let time = 0; time < 3; time += 1) expect((await browser.get(path)).status).toBe(200);
    const short = await browser.submit(undo, { password: 'short', repeated: 'short' });
    expect([short.status, short.text.includes('at least 8')]).toEqual([400, true]);
    expect(await changing.readAddress(provenPerson)).toBe(newAddress);
    expect((await undoChange(path, browser)).text).toContain('Your address has been restored');

    expect(await changing.readAddress(provenPerson)).toBe(provenPerson.email);
    expect((await thief.get('/oauth/account')).text).toContain('action="/oauth/authorize/login"');
    await expectDead(stack, access_token);
    expectRefusal(
      await token(stack, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
      400,
      'invalid_grant',
    );
    expect([
      await canSignIn(stack, provenPerson.email),
      await canSignIn(stack, newAddress),
      await canSignIn(stack, provenPerson.email, newPassword),
    ]).toEqual([false, false, true]);
    expect(await formerAddresses(provenPerson)).toEqual([]);
    expectPage(await browser.get(path), 400);
    expect((await letters.last(newAddress)).subject).toBe('A change of your e-mail address has been undone');
    expect((await letters.last(provenPerson.email)).subject).toBe('Your password was changed');
    const toldRows = await stack.db.many(sql`
      select data::json ->> 'email' as email from learning.outbox where type = 'user.update'
         and object_id = ${provenPerson.accounts[1]} order by id`);
    expect(toldRows).toEqual([{ email: newAddress }, { email: provenPerson.email }]);
    const [noted] = await stack.db.many(sql`
      select count(*)::int as n from auth.audit_log where person_id = ${provenPerson.personId}
         and event = 'address.change_undone'`);
    expect(noted).toEqual({ n: 1 });
  });

  it('T39 removes a factor set up since or within the seven days before, and reports it; an older one stays', async () => {
    for (const [shift, stays] of [
      ['-7 days -1 minute', true],
      ['-6 days -23 hours', false],
      ['-1 hour', false],
      ['1 second', false],
    ] as const) {
      const provenPerson = await person();
      const thief = await signedIn(stack, provenPerson.email);
      await change(thief, fresh('thief'));
      await stack.db.many(sql`
        insert into auth.second_factors (person_id, secret_sealed, confirmed_at)
        values (${provenPerson.personId}, '', now() + ${shift}::interval)`);
      await stack.db.many(sql`insert into auth.recovery_codes values (${provenPerson.personId}, 'x', null)`);
      const path = await undoLink(provenPerson.email);
      expect((await new TestBrowser(stack).get(path)).text).toContain('or in the seven days before it');
      await undoChange(path);
      const toldMessages = (await letters.listFor(provenPerson.email)).map(({ subject }) => subject);
      expect([shift, toldMessages.includes('Your second factor was turned off')]).toEqual([shift, !stays]);
      const back = await signedIn(stack, provenPerson.email, newPassword);
      expect([shift, back.page.text.includes('/oauth/authorize/factor')]).toEqual([shift, stays]);
      const remainingRows = await stack.db.many(sql`
        select 1 from auth.second_factors where person_id = ${provenPerson.personId} union all select 1
          from auth.recovery_codes where person_id = ${provenPerson.personId}`);
      expect([shift, remainingRows.length > 0]).toEqual([shift, stays]);
    }
  });

  it('works for seven days; then the address is free', async () => {
    const provenPerson = await person();
    await change(await signedIn(stack, provenPerson.email), fresh('next'));
    const path = await undoLink(provenPerson.email);
    stack.clock.advance(7 * 86_400 - 60);
    expect((await new TestBrowser(stack).get(path)).status).toBe(200);
    stack.clock.advance(61);
    expectPage(await new TestBrowser(stack).get(path), 400);
    stack.clock.reset();
    await stack.db.many(sql`
      update auth.former_addresses set expires_at = now() - interval '1 second'
       where person_id = ${provenPerson.personId}`);
    const other = await person();
    expect((await change(await signedIn(stack, other.email), provenPerson.email)).status).toBe(200);
    expect(await changing.readAddress(other)).toBe(provenPerson.email);
  });

  it('from the oldest address wins: a second change does not lock the owner out, nor does the later link', async () => {
    const provenPerson = await person();
    const [first, second] = [fresh('thief'), fresh('thief')];
    const thief = await signedIn(stack, provenPerson.email);
    await change(thief, first);
    await change(thief, second);
    expect(await formerAddresses(provenPerson)).toEqual([provenPerson.email, first]);
    const [ownerLink, thiefLink] = [await undoLink(provenPerson.email), await undoLink(first)];
    await undoChange(thiefLink);
    expect([await changing.readAddress(provenPerson), await formerAddresses(provenPerson)]).toEqual([
      first,
      [provenPerson.email],
    ]);
    expect((await undoChange(ownerLink)).status).toBe(200);
    expect([await changing.readAddress(provenPerson), await formerAddresses(provenPerson)]).toEqual([
      provenPerson.email,
      [],
    ]);

    const again = await person();
    const other = await signedIn(stack, again.email);
    await change(other, fresh('thief'));
    const thiefs = (await changing.readAddress(again))!;
    await change(other, fresh('thief'));
    const late = await undoLink(thiefs);
    await undoChange(await undoLink(again.email));
    expectPage(await new TestBrowser(stack).get(late), 400);
    expect(await changing.readAddress(again)).toBe(again.email);
  });

  it('is not left behind for others when the person returns to the address themselves', async () => {
    const provenPerson = await person();
    const thiefs = fresh('thief');
    const browser = await signedIn(stack, provenPerson.email);
    await change(browser, thiefs);
    const old = await undoLink(provenPerson.email);
    expect((await change(browser, provenPerson.email)).status).toBe(200);
    expect(await formerAddresses(provenPerson)).toEqual([]);
    expect((await letters.listFor(thiefs)).some(({ path }) => path.startsWith(undo))).toBe(false);
    expect((await letters.last(thiefs)).subject).toBe('A change of your e-mail address has been undone');
    expectPage(await new TestBrowser(stack).get(old), 400);
  });

  it('works once, however often it is sent in parallel, even alongside that of a later change', async () => {
    const provenPerson = await person();
    const first = fresh('thief');
    const thief = await signedIn(stack, provenPerson.email);
    await change(thief, first);
    await change(thief, fresh('thief'));
    const paths = [await undoLink(provenPerson.email), await undoLink(first)];
    const browsers = await Promise.all(
      [...paths, ...paths, ...paths].map(async (path) => {
        const browser = await TestBrowser.open(stack, path);
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
    expect([await changing.readAddress(provenPerson), await formerAddresses(provenPerson)]).toEqual([
      provenPerson.email,
      [],
    ]);
  });

  it('reserves the address for seven days: no other person can prove it, by a change, a portal’s mail or the operator', async () => {
    const provenPerson = await person();
    const { email } = provenPerson;
    await change(await signedIn(stack, email), fresh('next'));
    const path = await undoLink(email);

    const other = await person();
    const browser = await signedIn(stack, other.email);
    await browser.get(ownPath);
    expect((await browser.submit(ownPath, { email })).text).toContain('on its way');
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
      stack.db.many(sql`select auth.verify_address(${named.personId}, 'operator', null, now())`),
    ).rejects.toThrow('kept for who left it');

    expect((await undoChange(path)).status).toBe(200);
    expect(await changing.readAddress(provenPerson)).toBe(email);
    expect(
      await stack.db.many(sql`
        select person_id::int, accepted_at from identity.accounts where id = ${named.accountId}`),
    ).toEqual([{ person_id: provenPerson.personId, accepted_at: null }]);
  });

  it('is deleted in time with everything else that has expired, and nothing more', async () => {
    const [provenPerson, over] = [await person(), await person()];
    for (const [{ personId }, lifetime] of [
      [provenPerson, '1 hour'],
      [over, '-1 second'],
    ] as const)
      await stack.db.many(sql`
        with former as (select ${fresh('upkeep')}::text as address, now() + ${lifetime}::interval as expires_at),
             c as (insert into auth.address_changes (person_id, email, requested_time, expires_at)
                   select ${personId}, address, now(), expires_at from former)
        insert into auth.former_addresses (email_key, person_id, email, left_time, expires_at)
        select address, ${personId}, address, now(), expires_at from former`);
    await stack.apps[0]!.get(RetentionQueries).removeExpired();
    const ids = [provenPerson.personId, over.personId];
    const remainingRows = await stack.db.many(sql`
      select person_id::int from auth.address_changes where person_id = any(${ids})
      union all select person_id::int from auth.former_addresses where person_id = any(${ids})`);
    expect(remainingRows).toEqual([
      { person_id: provenPerson.personId },
      { person_id: provenPerson.personId },
    ]);
  });

  it('is dead when forged, of another kind or empty; a form without our token is refused', async () => {
    const provenPerson = await person();
    await change(await signedIn(stack, provenPerson.email), fresh('next'));
    const path = await undoLink(provenPerson.email);
    for (const bad of [
      '',
      'x',
      'und_20260101_' + 'x'.repeat(32),
      await passwordToken(stack, provenPerson.personId),
    ])
      expectPage(await new TestBrowser(stack).get(`${undo}?token=${bad}`), 400);
    const browser = await TestBrowser.open(stack, path);
    const { fields } = browser.form(undo);
    const credentials = { ...fields, password: newPassword, repeated: newPassword };
    expectPage(await browser.post(undo, { ...credentials, csrf: 'x' }), 403);
    expectPage(await browser.post(undo, credentials, { origin: 'https://evil.example' }), 403);
    expectPage(await browser.post(undo, { ...credentials, link: 'x' }), 400);
    expect(await formerAddresses(provenPerson)).toEqual([provenPerson.email]);
  });
});
