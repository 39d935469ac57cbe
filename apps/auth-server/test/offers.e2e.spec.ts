import { sql } from '@app/database';
import { decodeJwt } from 'jose';
import { offerPortalCreation, place } from './portal-creation.js';
import { assertion, registerKey } from './assertions.js';
import { C1, C2, password, useAuthServers, c2Request } from './auth-stack.js';
import { oneTimeToken } from './links.js';
import { accepted, B1, declined, Offering, open } from './offers.js';
import { token, grantIn } from './requests.js';
import { authorizeAddress, returned, TestBrowser } from './test-browser.js';
import { exchange } from './openid.js';

/** An account that a portal offers to somebody with a proven address opens only once they have accepted. */
describe('offers', () => {
  const stack = useAuthServers();
  const offering = new Offering(stack);
  beforeAll(async () => {
    await stack.register(B1);
    await offerPortalCreation(stack);
  });

  const grant = (username: string, portal: string, secret = password) =>
    grantIn(stack, portal, username, { password: secret });
  const offerPath = (id: number) => `/oauth/account/offer?account=${id}`;
  const isBelow = (browser: TestBrowser) => browser.page.text.includes('Invitation to Portal B');

  it('T11 a login link opens the offered account only; nothing is proven or accepted', async () => {
    const person = await offering.person(1);
    const account = await offering.offer(person.id, { roles: ['Administrator'] });
    const [placeholder] = await stack.db.many<{ person: string; account: number }>(sql`
      with person as (insert into identity.persons (email, first_name, last_name)
                      values ('t11@example.com', 'P', 'P') returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name)
      select 2, id, 'P', 'P' from person returning person_id as person, id as account`);
    for (const id of [account, placeholder!.account]) {
      const link = await oneTimeToken(stack, id, 2);
      const browser = new TestBrowser(stack);
      const address = { client_id: B1.clientId, redirect_uri: B1.redirectUri, one_time_token: link };
      await browser.get(authorizeAddress(address));
      await browser.submit('/oauth/authorize/one-time');
      expect(returned(await browser.allow()).query.get('code')).toBeTruthy();
      expect(await offering.account(id)).toEqual(open);
      const page = await browser.get('/oauth/account');
      expect([page.text.includes('Portal B'), page.text.includes('Portal A')]).toEqual([true, false]);
      expect(page.text).not.toContain('Open invitations');
      // somebody who signed in by a link must give their own password before seeing the offer
      expect((await browser.follow(await browser.get(offerPath(id)))).text).not.toContain('value="accept"');
    }
    expect(
      await stack.db.many(sql`select verified_time from identity.persons where id = ${placeholder!.person}`),
    ).toEqual([{ verified_time: null }]);
  });

  it('T20 one accepted, one offered: no choice; the invitation is listed below and blocks nothing', async () => {
    const person = await offering.person(1);
    const account = await offering.offer(person.id);
    const browser = await offering.onTheWay(person);
    expect(browser.page.text).toContain('action="/oauth/authorize/consent"');
    expect(browser.page.text).not.toContain('action="/oauth/authorize/portal"');
    expect(isBelow(browser)).toBe(true);
    expect(returned(await browser.allow()).query.get('code')).toBeTruthy();
    expect(await offering.account(account)).toEqual(open);
    const again = await browser.get(authorizeAddress({ ...c2Request }));
    expect(returned(await browser.follow(again)).query.get('code')).toBeTruthy(); // remembered: nothing is shown
  });

  it('two accepted, one offered: a choice of two, the invitation below; once accepted, a choice of three', async () => {
    const person = await offering.person(1, 3);
    const account = await offering.offer(person.id);
    const browser = await offering.onTheWay(person);
    expect(browser.page.text.match(/type="radio"/g)).toHaveLength(2);
    expect(isBelow(browser)).toBe(true);
    const address = /href="([^"]*authorize\/offer[^"]*)"/
      .exec(browser.page.text)![1]!
      .replaceAll('&amp;', '&');
    const chosen = await browser.post('/oauth/authorize/portal', {
      ...browser.form('/oauth/authorize/portal').fields,
      account: String(account),
    });
    expect(chosen.status).toBe(403);
    await browser.get(address);
    await browser.submit('/oauth/authorize/offer', { decision: 'accept' });
    expect(browser.page.text.match(/type="radio"/g)).toHaveLength(3);
  });

  it('T21 offered, client bound to that portal: the offer comes before the consent; declined: access_denied', async () => {
    const person = await offering.person(1);
    const first = await offering.offer(person.id, { roles: ['Manager'], offeredBy: 201 });
    const no = await offering.onTheWay(person, B1);
    for (const words of [
      'Invitation to Portal B',
      'b.learning.localhost',
      'Bob Admin invited you',
      'Manager',
    ])
      expect(no.page.text).toContain(words);
    expect(no.page.text).toMatch(/App of B[\s\S]*belongs to the portal/);
    expect(no.page.text).not.toContain('action="/oauth/authorize/consent"');
    const denied = returned(await no.submit('/oauth/authorize/offer', { decision: 'decline' }));
    expect([denied.address, denied.query.get('error'), denied.query.get('state')]).toEqual([
      B1.redirectUri,
      'access_denied',
      's',
    ]);
    expect(await offering.account(first)).toEqual(declined);
    const second = await offering.offer(person.id);
    const yes = await offering.onTheWay(person, B1);
    await yes.submit('/oauth/authorize/offer', { decision: 'accept' });
    expect(yes.page.text).toContain('action="/oauth/authorize/consent"');
    expect(returned(await yes.allow()).query.get('code')).toBeTruthy();
    expect(await offering.account(second)).toEqual(accepted);
  });

  it('T22 declined: closed, user.delete, rights end; T23 can be offered again by the portal, and accepted', async () => {
    const person = await offering.person(1);
    const account = await offering.offer(person.id, { roles: ['Administrator'] });
    await stack.db.many(sql`
      insert into identity.account_managers (portal_id, account_id, manager_id) values (2, ${account}, 201)`);
    const link = await oneTimeToken(stack, account, 2);
    const limited = new TestBrowser(stack);
    const address = { client_id: B1.clientId, redirect_uri: B1.redirectUri, one_time_token: link };
    await limited.get(authorizeAddress(address));
    await limited.submit('/oauth/authorize/one-time');
    const code = returned(await limited.allow()).query.get('code')!;
    const { refresh_token } = await exchange(stack, code, B1);
    const browser = await offering.signedIn(person);
    await browser.get(offerPath(account));
    expect(browser.page.text).toMatch(/App of B[\s\S]*already has access to this account/);
    await browser.submit('/oauth/account/offer', { decision: 'decline' });
    expect(browser.page.text).not.toContain('Open invitations');
    expect(await offering.account(account)).toEqual(declined);
    expect(await offering.events(account)).toEqual(['user.delete']);
    expect((await limited.get('/oauth/account')).text).toContain('action="/oauth/authorize/login"');
    const refreshed = await token(stack, {
      grant_type: 'refresh_token',
      client_id: B1.clientId,
      client_secret: B1.secret,
      refresh_token,
    });
    expect(refreshed.body.error).toBe('invalid_grant');
    expect((await browser.get(offerPath(account))).status).toBe(404);
    const again = await offering.offer(person.id);
    await browser.get(offerPath(again));
    await browser.submit('/oauth/account/offer', { decision: 'accept' });
    expect(await offering.account(again)).toEqual(accepted);
    const notes = await stack.db.many<{ event: string; account_id: number }>(sql`
      select event, account_id from auth.audit_log where person_id = ${person.id} and event like 'account.%'
       order by id`);
    expect(notes).toEqual([
      { event: 'account.declined', account_id: account },
      { event: 'account.accepted', account_id: again },
    ]);
  });

  it('T26 the password grant refuses an offer with the message for a wrong password', async () => {
    const person = await offering.person(1);
    await stack.db.many(sql`
      update identity.accounts set roles = '{Administrator}' where person_id = ${person.id}`);
    const account = await offering.offer(person.id, { roles: ['Administrator'] });
    const wrong = await grant(person.email, 'b.learning.localhost', 'Not-the-password-1');
    const offered = await grant(person.email, 'b.learning.localhost');
    expect([offered.status, offered.body]).toEqual([
      400,
      { ...wrong.body, reference: offered.body.reference, ref: offered.body.ref },
    ]);
    expect((await grant(person.email, 'a.learning.localhost')).status).toBe(200);
    await stack.db.many(sql`update identity.accounts set accepted_at = now() where id = ${account}`);
    expect((await grant(person.email, 'b.learning.localhost')).status).toBe(200);
  });

  it('an assertion works in an offered account', async () => {
    const key = await registerKey(stack, B1.clientId);
    const person = await offering.person(1);
    const account = await offering.offer(person.id);
    for (const sub of [person.email, String(account)]) {
      const answer = await token(stack, {
        grant_type: 'service_jwt',
        client_id: B1.clientId,
        client_secret: B1.secret,
        jwt: await assertion(stack, key, B1.clientId, { sub }),
      });
      expect([sub, answer.status]).toEqual([sub, 200]);
    }
  });

  it('T54 with offers only: signed in, the offers are displayed; accepting one continues to that application', async () => {
    const person = await offering.person();
    await offering.offer(person.id, { portalId: 1 });
    const account = await offering.offer(person.id);
    const browser = await offering.onTheWay(person);
    expect(browser.page.status).toBe(200);
    expect(browser.page.text).not.toContain('aria-invalid');
    expect(browser.page.text).toContain('Your invitations');
    expect(browser.page.text).toContain('Invitation to Portal A');
    expect(isBelow(browser)).toBe(true);
    const offers = [...browser.page.text.matchAll(/href="([^"]*authorize\/offer[^"]*)"/g)];
    const address = offers.map(([, href]) => href!.replaceAll('&amp;', '&'));
    await browser.get(address.find((one) => one.endsWith(`account=${account}`))!);
    await browser.submit('/oauth/authorize/offer', { decision: 'accept' });
    expect(browser.page.text).toContain('action="/oauth/authorize/consent"');
    const code = returned(await browser.allow()).query.get('code')!;
    const { access_token } = await exchange(stack, code, C2);
    expect(decodeJwt(access_token)).toMatchObject({ sub: String(account), portal_id: 2 });
  });

  it('with neither account nor offer, the password is still called wrong', async () => {
    const person = await offering.person();
    expect((await offering.onTheWay(person)).page.text).toContain('aria-invalid');
    const blocked = await offering.offer(person.id);
    await stack.db.many(sql`update identity.accounts set status = false where id = ${blocked}`);
    expect((await offering.onTheWay(person)).page.text).toContain('aria-invalid');
  });

  it('T55 offers only and creation_path: the person may create a portal, and its account is accepted', async () => {
    const person = await offering.person();
    const account = await offering.offer(person.id);
    await stack.db.many(sql`
      insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, makes_portals, came_by, approved_time)
      values (3, ${C2.clientId}, '{}', false, true, 'administrator', now())`);
    const browser = await offering.onTheWay(person, C2, place);
    expect(isBelow(browser)).toBe(true);
    await browser.submit('/oauth/authorize/create-portal', { company: 'Olga and Company' });
    expect(browser.page.text).toContain('action="/oauth/authorize/consent"');
    expect(returned(await browser.allow()).query.get('code')).toBeTruthy();
    expect(
      await stack.db.many(sql`
        select a.accepted_at is not null as accepted, a.is_first_administrator as first from identity.accounts a
          join identity.portals p on p.id = a.portal_id where a.person_id = ${person.id} and p.title = 'Olga and Company'`),
    ).toEqual([{ accepted: true, first: true }]);
    expect(
      await stack.db.many(sql`select template from identity.mails where recipient = ${person.email}`),
    ).toEqual([{ template: 'new-portal' }]);
    expect(await offering.account(account)).toEqual(open);
  });

  it('an application bound to another portal learns nothing about offers', async () => {
    const person = await offering.person(1);
    await offering.offer(person.id);
    expect(isBelow(await offering.onTheWay(person, C1))).toBe(false);
  });
});
