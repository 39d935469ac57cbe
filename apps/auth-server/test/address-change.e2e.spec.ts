import { hashPassword } from '@app/credentials';
import { sql } from '@app/database';
import { sha256 } from '@app/kernel';
import { AddressChanging, ADDRESS_PATH, CONFIRM_ADDRESS_PATH } from './address-changes.js';
import { C1, C2, c2Credentials } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import { canSignIn, signedIn } from './people.js';
import { placeholder } from './placeholders.js';
import { expectPage, token, validate } from './requests.js';
import { authorizeAddress, TestBrowser, returned } from './test-browser.js';
import { OnboardingGrants } from '../src/oauth/onboarding-grants/onboarding-grants.js';
import type { TokenResponse } from '../src/oauth/token/index.js';
import { approve } from './approvals.js';
import { registerKey, type AssertionKey, assertPerson } from './assertions.js';
import { exchange, redeem } from './openid.js';

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

/** The first proof of an address ends some rights and leaves others. */
describe('T06, T08, T40 the first proof of an address', () => {
  const heldPassword = 'Held-password-1';
  const clientB = { ...C1, clientId: 'implicit-app', portalId: 2, redirectUri: 'https://b.example/cb' };

  /** The first tokens of a portal, for the application that created it. */
  async function firstTokens(accountId: number): Promise<TokenResponse> {
    const grant = `ong-${accountId}`;
    await stack.db.many(sql`
      insert into auth.onboarding_grants (hash, portal_id, account_id, client_id, expires_at)
      values (${sha256(grant)}, 2, ${accountId}, ${C2.clientId}, now() + interval '10 minutes')`);
    return (await stack.apps[0]!.get(OnboardingGrants).redeem(grant))!;
  }

  let key: AssertionKey;
  let hash: string;
  beforeAll(async () => {
    await stack.register({ ...clientB, grants: ['authorization_code', 'refresh_token', 'implicit'] });
    key = await registerKey(stack, C2.clientId);
    await approve(stack, C2.clientId, { portalId: 2, scopes: ['user.read'], forAdministrators: true });
    hash = await hashPassword(heldPassword);
  });

  /** Everything that can be obtained for an account without the person: by logins, and by applications themselves. */
  async function obtainEverything(email: string) {
    const { personId, accountId } = await placeholder(stack, email, 2, { hash });
    const way = { client_id: clientB.clientId, redirect_uri: clientB.redirectUri, prompt: 'consent' };
    const byPassword = async (response_type: string) => {
      const browser = await TestBrowser.signIn(
        stack,
        authorizeAddress({ ...way, response_type }),
        email,
        heldPassword,
      );
      return returned(await browser.allow());
    };
    const exchangeOfB = (code: string | null) => exchange(stack, code!, clientB);
    const limited = await TestBrowser.open(
      stack,
      authorizeAddress({ ...way, one_time_token: await oneTimeToken(stack, accountId, 2) }),
    );
    await limited.submit('/oauth/authorize/one-time');
    const byCode = await exchangeOfB((await byPassword('code')).query.get('code'));
    const byLink = await exchangeOfB(returned(await limited.allow()).query.get('code'));
    const implicit = (await byPassword('token')).fragment.get('access_token')!;
    const unused = (await byPassword('code')).query.get('code');
    const asserted = (await assertPerson(stack, key, email, { portal_name: 'b.learning.localhost' }))
      .body as TokenResponse;
    const firstIssued = await firstTokens(accountId);
    const refreshed = async (
      { refresh_token }: { refresh_token?: string | undefined },
      client: { client_id: string },
    ) =>
      (
        await token(stack, {
          client_secret: C1.secret,
          ...client,
          grant_type: 'refresh_token',
          refresh_token: refresh_token!,
        })
      ).status;
    return {
      personId,
      accountId,
      logins: async () => [
        ...(await Promise.all([byCode.access_token, byLink.access_token, implicit].map(readStatus))),
        await refreshed(byCode, { client_id: clientB.clientId }),
        await refreshed(byLink, { client_id: clientB.clientId }),
      ],
      unused: async () => (await redeem(stack, unused!, clientB)).body.access_token,
      applications: () => Promise.all([asserted.access_token, firstIssued.access_token].map(readStatus)),
      goesOn: () => refreshed(firstIssued, c2Credentials),
    };
  }
  const readStatus = async (accessToken: string) => (await validate(stack, accessToken)).status;

  it('by a mailed link ends access from earlier logins; grants that applications obtained for themselves stay', async () => {
    const before = await obtainEverything(fresh('named'));
    expect(await before.applications()).toEqual([200, 200]);
    await new TestBrowser(stack).setPassword(
      await passwordToken(stack, before.personId, 2),
      'Quite-new-5678',
    );
    expect(await before.logins()).toEqual([401, 401, 401, 400, 400]);
    expect(await before.unused()).toBeUndefined();
    expect([await before.applications(), await before.goesOn()]).toEqual([[200, 200], 200]);
  });

  it('by a person who changes to it does the same, and the page of the offer lists the application', async () => {
    const email = fresh('named');
    const before = await obtainEverything(email);
    const { browser } = await changing.changed(await person([1]), email);
    expect(await before.logins()).toEqual([401, 401, 401, 400, 400]);
    expect(await before.unused()).toBeUndefined();
    expect([await before.applications(), await before.goesOn()]).toEqual([[200, 200], 200]);
    const page = await browser.get(`/oauth/account/offer?account=${before.accountId}`);
    expect(page.text).toContain('Client Two');
  });

  it('is one statement for any number of accounts, and locks no closed ones', async () => {
    const email = fresh('many');
    const { personId } = await placeholder(stack, email, 2, { hash });
    await stack.db.many(sql`
      insert into identity.accounts (portal_id, person_id, first_name, last_name, status, closed_time)
      select 2, ${personId}, 'Pat', 'Placeholder', false, now() from generate_series(1, 20000)`);
    await stack.db.many(sql`select auth.verify_address(${personId}, 'mail', 2, now() + interval '1 day')`);
    expect(
      await stack.db.many(sql`
        select verified_by from identity.persons where id = ${personId}`),
    ).toEqual([{ verified_by: 'mail' }]);
  });
});
