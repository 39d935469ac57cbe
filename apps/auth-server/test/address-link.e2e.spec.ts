import { sql } from '@app/database';
import { SESSIONS_HERE, eventually } from '@app/testing';
import { AddressChanging, ADDRESS_PATH, CONFIRM_ADDRESS_PATH } from './address-changes.js';

import { oneTimeToken, passwordToken } from './links.js';
import { canSignIn, signedIn } from './people.js';
import { expectPage, token, isAlive } from './requests.js';
import { authorizeAddress, obtainCode, TestBrowser } from './test-browser.js';
import { exchange } from './openid.js';

const changing = AddressChanging.use();
const { stack, letters, fresh, person } = changing;
const ownPath = ADDRESS_PATH;
const pending = ({ personId }: { personId: number }) =>
  stack.db.many(sql`select 1 from auth.address_changes where person_id = ${personId}`);

describe('the link in the mail to the new address', () => {
  it('T38 changes it: other sessions end; the old address and each accepted portal are notified', async () => {
    const provenPerson = await person([1, 2]);
    await stack.db.many(sql`
      update identity.accounts set accepted_at = null where id = ${provenPerson.accounts[2]}`);
    const other = await signedIn(stack, provenPerson.email);
    const code = await obtainCode(stack, { prompt: 'consent' }, { username: provenPerson.email });
    const before = await exchange(stack, code);
    const { browser, newAddress } = await changing.changed(provenPerson);

    expect([await canSignIn(stack, provenPerson.email), await canSignIn(stack, newAddress)]).toEqual([
      false,
      true,
    ]);
    expect((await browser.get('/oauth/account')).text).toContain(`<dd>${newAddress}</dd>`);
    expect((await other.get('/oauth/account')).text).toContain('action="/oauth/authorize/login"');
    const lastLetter = await letters.last(provenPerson.email);
    expect([lastLetter.subject, lastLetter.path.startsWith(`${ownPath}/undo?token=und_`)]).toEqual([
      'Your e-mail address has been changed',
      true,
    ]);
    expect(await changing.updates(Object.values(provenPerson.accounts))).toEqual([
      { id: provenPerson.accounts[1], email: newAddress },
    ]);
    const [row] = await stack.db.many(sql`
      select verified_by, verified_portal_id, verified_time > now() - interval '1 minute' as now
        from identity.persons where id = ${provenPerson.personId}`);
    expect(row).toEqual({ verified_by: 'mail', verified_portal_id: null, now: true });
    expect(await changing.audit(provenPerson)).toEqual(['address.change_requested', 'address.changed']);

    // tokens contain the address, so earlier ones end; what the application was granted stays valid
    expect(await isAlive(stack, before.access_token)).toBe(false);
    const { body } = await token(stack, { grant_type: 'refresh_token', refresh_token: before.refresh_token });
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
    expect(claims.user.email).toBe(newAddress);
  });

  it('works only for the person who requested it, signed in by their own password, and is not consumed by viewing', async () => {
    const provenPerson = await person();
    const stranger = await person();
    const newAddress = fresh();
    const browser = await signedIn(stack, provenPerson.email);
    await changing.requestChange(browser, newAddress);
    const { path, token: link } = await letters.last(newAddress);
    const nobody = new TestBrowser(stack);
    for (const one of [nobody, await signedIn(stack, stranger.email)]) {
      expectPage(await one.get(path), 403);
      expect(one.page.text).toContain('Sign in with your current address');
    }
    const limited = await TestBrowser.open(
      stack,
      authorizeAddress({ one_time_token: await oneTimeToken(stack, provenPerson.accounts[1]!) }),
    );
    await limited.submit('/oauth/authorize/one-time');
    expectPage(await limited.get(path), 403);
    for (const one of [limited, await signedIn(stack, stranger.email)]) {
      const { csrf } = (await one.get('/oauth/account'), one.form('/oauth/sign-out').fields);
      expect((await one.post(CONFIRM_ADDRESS_PATH, { csrf: csrf!, link })).status).toBeGreaterThanOrEqual(
        400,
      );
    }
    for (let time = 0; time < 3; time += 1) {
      expect((await fetch(`${stack.url}${path}`, { method: 'HEAD' })).status).toBe(200);
      expect((await browser.get(path)).status).toBe(200);
    }
    expect(await changing.readAddress(provenPerson)).toBe(provenPerson.email);
    stack.clock.advance(3_601);
    expectPage(await (await signedIn(stack, provenPerson.email)).get(path), 400);
    stack.clock.reset();
    await browser.get(path);
    expect((await browser.submit(CONFIRM_ADDRESS_PATH)).status).toBe(200);
    expectPage(await browser.get(path), 400);
  });

  it('works once, however often its form is sent in parallel; the address changes once', async () => {
    const provenPerson = await person();
    const newAddress = fresh();
    const browsers = await Promise.all([1, 2, 3, 4].map(() => signedIn(stack, provenPerson.email)));
    await changing.requestChange(browsers[0]!, newAddress);
    const { path } = await letters.last(newAddress);
    for (const browser of browsers) await browser.get(path);
    const done = await Promise.all(
      [...browsers, ...browsers].map((browser) => {
        const { action, fields } = browser.form(CONFIRM_ADDRESS_PATH);
        return browser.post(action, fields);
      }),
    );
    expect(done.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await changing.updates(Object.values(provenPerson.accounts))).toHaveLength(1);
    expect(
      await stack.db.many(sql`select 1 from auth.sessions where person_id = ${provenPerson.personId}`),
    ).toHaveLength(1);
    expect(
      (await letters.listFor(provenPerson.email)).filter(({ path: p }) => p.includes('undo')),
    ).toHaveLength(1);
  });

  it('does not treat a person who has just proven the address as a placeholder, however late it is used', async () => {
    const newAddress = fresh();
    const [first, late] = [await person(), await person([1, 2])];
    await stack.db.many(sql`update identity.accounts set accepted_at = null where id = ${late.accounts[2]}`);
    const [firstBrowser, lateBrowser] = [
      await signedIn(stack, first.email),
      await signedIn(stack, late.email),
    ];
    for (const browser of [firstBrowser, lateBrowser]) {
      await changing.requestChange(browser, newAddress);
      await browser.get((await letters.last(newAddress)).path);
    }
    // the late one has looked whether the address is taken, and waits for an offer that somebody else holds
    const holder = await stack.db.connect();
    await holder.query('begin');
    await holder.query('select 1 from identity.accounts where id = $1 for update', [late.accounts[2]]);
    const answer = lateBrowser.submit(CONFIRM_ADDRESS_PATH);
    const waits = () =>
      stack.db.many(sql`
        select 1 from ${sql.raw(SESSIONS_HERE)} s where wait_event_type = 'Lock'
           and query like '%change_address%'`);
    await eventually('a lock', async () => (await waits()).length > 0);
    expect((await firstBrowser.submit(CONFIRM_ADDRESS_PATH)).status).toBe(200);
    await holder.query('commit');
    holder.release();
    const { status, text } = await answer;
    expect(status).toBe(400);
    expect(text).toContain('belongs to another account');
    const holders = await stack.db.many(sql`
      select id::int from identity.persons where email_key = ${newAddress}`);
    expect(holders).toEqual([{ id: first.personId }]);
    expect(
      await stack.db.many(sql`select 1 from identity.accounts where person_id = ${first.personId}`),
    ).toHaveLength(Object.keys(first.accounts).length);
  });

  it('of two pending changes the newer counts; of two people who want one address, the first to prove it', async () => {
    const provenPerson = await person();
    const [first, second] = [fresh(), fresh()];
    const browser = await signedIn(stack, provenPerson.email);
    await changing.requestChange(browser, first);
    const older = await letters.last(first);
    await changing.requestChange(browser, second);
    expectPage(await browser.get(older.path), 400);
    expect((await changing.use(browser, second)).status).toBe(200);

    const newAddress = fresh();
    const [a, b] = [await person(), await person()];
    const [browserA, browserB] = [await signedIn(stack, a.email), await signedIn(stack, b.email)];
    await changing.requestChange(browserA, newAddress);
    await browserA.get((await letters.last(newAddress)).path);
    await changing.requestChange(browserB, newAddress);
    await browserB.get((await letters.last(newAddress)).path);
    const both = await Promise.all([browserA, browserB].map((one) => one.submit(CONFIRM_ADDRESS_PATH)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.some(({ text }) => text.includes('belongs to another account'))).toBe(true);
    expect(
      await stack.db.many(sql`select 1 from identity.persons where email_key = ${newAddress}`),
    ).toHaveLength(1);
  });

  it('T37 a password reset through the old mailbox ends the pending change and its link', async () => {
    const provenPerson = await person();
    const newAddress = fresh();
    await changing.requestChange(await signedIn(stack, provenPerson.email), newAddress);
    const { path } = await letters.last(newAddress);
    await new TestBrowser(stack).setPassword(
      await passwordToken(stack, provenPerson.personId),
      'Quite-new-5678',
    );
    expect(await pending(provenPerson)).toEqual([]);
    expectPage(await (await signedIn(stack, provenPerson.email, 'Quite-new-5678')).get(path), 400);
    expect(await changing.readAddress(provenPerson)).toBe(provenPerson.email);
  });

  it('T37 a mail not yet written is no longer sent', async () => {
    const provenPerson = await person();
    const newAddress = fresh();
    await changing.requestChange(await signedIn(stack, provenPerson.email), newAddress);
    await stack.db.many(sql`delete from auth.address_changes where person_id = ${provenPerson.personId}`);
    expect(await letters.listFor(newAddress)).toEqual([]);
  });

  it('mails sent to the old address stay the person’s, to be erased with them; unsent ones are dropped', async () => {
    const provenPerson = await person();
    const mail = (waits: string) =>
      stack.db.many(sql`
        insert into identity.mails (recipient, template, next_try_time)
        values (${provenPerson.email.toUpperCase()}, 'password-reset', ${sql.raw(waits)})`);
    await mail('null');
    await mail(`now() + interval '1 day'`);
    await changing.changed(provenPerson);
    await stack.db.many(sql`
      update identity.mails set next_try_time = now() where recipient = ${provenPerson.email.toUpperCase()}
         and person_id is null`);
    await letters.listFor(provenPerson.email);
    expect(
      await stack.db.many(sql`
        select person_id::int, sent_time from identity.mails where template = 'password-reset'
           and recipient = ${provenPerson.email.toUpperCase()} order by id`),
    ).toEqual([
      { person_id: provenPerson.personId, sent_time: null },
      { person_id: null, sent_time: null },
    ]);
  });

  it('ends links mailed to the old address earlier', async () => {
    const provenPerson = await person();
    const link = await passwordToken(stack, provenPerson.personId);
    await changing.changed(provenPerson);
    expectPage(await new TestBrowser(stack).get(`/oauth/password/set?token=${link}`), 400);
  });
});
