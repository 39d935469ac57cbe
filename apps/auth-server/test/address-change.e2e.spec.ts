import { hashPassword } from '@app/credentials';
import { sql } from '@app/database';
import { AddressChanging, ADDRESS_PATH, CONFIRM_ADDRESS_PATH } from './address-changes.js';
import { C1 } from './auth-stack.js';
import { oneTimeToken } from './links.js';
import { canSignIn, signedIn } from './people.js';
import { placeholder } from './placeholders.js';
import { expectPage } from './requests.js';
import { authorizeAddress, TestBrowser } from './test-browser.js';

const changing = AddressChanging.use();
const { stack, letters, fresh, person } = changing;
const ownPath = ADDRESS_PATH;
const pending = ({ personId }: { personId: number }) =>
  stack.db.many(sql`select 1 from auth.address_changes where person_id = ${personId}`);

describe('requesting an address change', () => {
  it('T36 changes nothing until the new address is proven: login, mails, pages', async () => {
    const provenPerson = await person();
    const newAddress = fresh();
    const browser = await signedIn(stack, provenPerson.email);
    const page = await changing.requestChange(browser, newAddress);
    expect([page.status, page.text.includes(`on its way to ${newAddress}`)]).toEqual([200, true]);
    const { subject, text } = await letters.last(newAddress);
    expect(subject).toBe('Confirm your new e-mail address');
    expect(text).not.toContain('Ann');
    expect([await canSignIn(stack, provenPerson.email), await canSignIn(stack, newAddress)]).toEqual([
      true,
      false,
    ]);
    expect(await changing.readAddress(provenPerson)).toBe(provenPerson.email);
    expect(await changing.updates(Object.values(provenPerson.accounts))).toEqual([]);
    const again = await browser.get(ownPath);
    expect(again.text).toContain(`Your change to ${newAddress} is waiting`);
    await browser.submit(`${ownPath}/cancel`);
    expect(await pending(provenPerson)).toEqual([]);
    expectPage(await browser.get((await letters.last(newAddress)).path), 400);
    expect(await changing.audit(provenPerson)).toEqual([
      'address.change_requested',
      'address.change_cancelled',
    ]);
  });

  it('T09 requires a recent login by the person’s own password: no login link, held password or older session', async () => {
    const provenPerson = await person();
    const old = await signedIn(stack, provenPerson.email);
    await old.get(ownPath);
    const { fields } = old.form(ownPath);
    stack.clock.advance(601);
    expect((await old.post(ownPath, { ...fields, email: fresh() })).headers.get('location')).toBe(ownPath);
    expect((await old.get(ownPath)).headers.get('location') ?? old.page.text).toContain(
      '/oauth/authorize/login',
    );
    stack.clock.reset();

    const linked = new TestBrowser(stack);
    const link = await oneTimeToken(stack, provenPerson.accounts[1]!);
    await linked.get(authorizeAddress({ client_id: C1.clientId, one_time_token: link }));
    await linked.submit('/oauth/authorize/one-time');
    const { csrf } = (await linked.get('/oauth/account'), linked.form('/oauth/sign-out').fields);
    expect((await linked.post(ownPath, { csrf: csrf!, email: fresh() })).headers.get('location')).toBe(
      ownPath,
    );
    expect((await linked.get(ownPath)).text).toContain('enter your password again');

    const email = fresh('held');
    const placeholderRow = await placeholder(stack, email, 1, {
      hash: await hashPassword('Held-password-1'),
    });
    const browser = await TestBrowser.signIn(stack, authorizeAddress(), email, 'Held-password-1');
    await browser.get(ownPath);
    expect(browser.form('/oauth/password/forgotten').fields).toHaveProperty('username', email);
    expect([...(await pending(provenPerson)), ...(await pending(placeholderRow))]).toEqual([]);
    expect(await changing.audit(provenPerson)).toEqual([]);
  });

  it('requires the second factor where there is one, even one set up after the login', async () => {
    const provenPerson = await person();
    const browser = await signedIn(stack, provenPerson.email);
    await stack.db.many(sql`
      insert into auth.second_factors (person_id, secret_sealed, confirmed_at)
      values (${provenPerson.personId}, '', now())`);
    await stack.db.many(sql`
      insert into auth.recovery_codes values (${provenPerson.personId}, sha256('abcde'), null)`);
    await browser.get(ownPath);
    const code = browser.form(`${ownPath}/factor`).fields;
    const answer = await browser.post(ownPath, { csrf: code['csrf']!, email: fresh() });
    expect(answer.headers.get('location')).toBe(ownPath);
    expect(await pending(provenPerson)).toEqual([]);
    await browser.get(ownPath);
    expect((await browser.submit(`${ownPath}/factor`, { otp: '000000' })).status).toBe(400);
    await browser.submit(`${ownPath}/factor`, { otp: 'abcde' });
    expect((await browser.submit(ownPath, { email: fresh() })).text).toContain('on its way');
    expect(await pending(provenPerson)).toHaveLength(1);
  });

  it('refuses invalid addresses, the current one in any letter case, and forms from other sites or without a session', async () => {
    const provenPerson = await person();
    const browser = await signedIn(stack, provenPerson.email);
    for (const email of [
      '',
      'x',
      'a b@example.com',
      'x@clients.invalid',
      'x@apart.invalid',
      provenPerson.email.toUpperCase(),
    ]) {
      const page = await changing.requestChange(browser, email);
      expect([email, page.status, page.text.includes('email-error')]).toEqual([email, 400, true]);
    }
    await browser.get(ownPath);
    const { csrf } = browser.form(ownPath).fields;
    const evil = { origin: 'https://evil.example' };
    for (const path of [
      ownPath,
      `${ownPath}/cancel`,
      `${ownPath}/factor`,
      CONFIRM_ADDRESS_PATH,
      `${ownPath}/undo`,
    ]) {
      expectPage(await browser.post(path, { email: fresh(), link: 'x', csrf: csrf! }, evil), 403);
      expectPage(await browser.post(path, { email: fresh(), link: 'x', csrf: 'x' }), 403);
      expectPage(await new TestBrowser(stack).post(path, { email: fresh(), link: 'x', csrf: csrf! }), 403);
    }
    expect(await pending(provenPerson)).toEqual([]);
  });

  it('is rate limited by person and by address, on the same page', async () => {
    const newAddress = fresh();
    const many = await Promise.all([1, 2, 3, 4].map(() => person()));
    const pages = [];
    for (const one of many)
      pages.push((await changing.requestChange(await signedIn(stack, one.email), newAddress)).status);
    expect(pages).toEqual([200, 200, 200, 200]);
    expect(
      await stack.db.many(sql`
        select 1 from identity.mails where template = 'address-change' and recipient = ${newAddress}`),
    ).toHaveLength(3);

    const provenPerson = await person();
    const browser = await signedIn(stack, provenPerson.email);
    for (let time = 0; time < 10; time += 1)
      expect((await changing.requestChange(browser, fresh())).status).toBe(200);
    await browser.get(ownPath);
    expectPage(await browser.submit(ownPath, { email: fresh() }), 409);
  });

  it('does not reveal whose an address is: page, rows and statements are the same; its owner gets a mail', async () => {
    const takenPerson = await person();
    const named = fresh('named');
    await placeholder(stack, named, 2);
    const shown = await Promise.all(
      [takenPerson.email, named, fresh()].map(async (newAddress) => {
        const provenPerson = await person();
        const browser = await signedIn(stack, provenPerson.email);
        const page = await changing.requestChange(browser, newAddress);
        const again = await browser.get(ownPath);
        const plain = (text: string) =>
          text
            .replaceAll(newAddress, 'TO')
            .replaceAll(provenPerson.email, 'WHO')
            .replace(/value="[\w-]{40,}"/g, '');
        const mails = await stack.db.many(sql`
          select template, person_id = ${provenPerson.personId} as own, data, language from identity.mails
           where recipient = ${newAddress}`);
        return [page.status, plain(page.text), plain(again.text), mails, await changing.audit(provenPerson)];
      }),
    );
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
    const { subject, text, token: link } = await letters.last(takenPerson.email);
    expect([subject, link]).toEqual(['Somebody asked to use your e-mail address', '']);
    expect(text).toContain('nothing has been changed');
  });
});

it('cannot be done by a portal: no role of the API may', async () => {
  const { Client } = await import('pg');
  const api = new Client(stack.database.urls.api);
  await api.connect();
  await expect(api.query(`update identity.persons set email = 'x@example.com' where id = 1`)).rejects.toThrow(
    'permission denied',
  );
  await api.end();
});
