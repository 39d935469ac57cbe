import { sql } from '@app/database';
import { password, useAuthServers } from '../../../test/auth-stack.js';
import { accepted, Offering } from '../../../test/offers.js';
import { validate, grantIn } from '../../../test/requests.js';
import { parseForms } from '../../../test/test-browser.js';

const stack = useAuthServers();
const offering = new Offering(stack);
const path = '/oauth/account/offer';
const formatPage = (id: number) => `${path}?account=${id}`;
beforeAll(() => stack.db.many(sql`select setval('identity.portals_id_seq', 1000)`));

describe('Leaving a portal', () => {
  it('requires the password again, closes the account like DELETE, and ends its tokens', async () => {
    const person = await offering.person(1, 2);
    await stack.db.many(sql`
      update identity.accounts set roles = '{Administrator}' where person_id = ${person.id}`);
    const [inA, inB] = person.accounts as [number, number];
    const grant = (portal: string) => grantIn(stack, portal, person.email);
    const issued = await Promise.all([grant('a.learning.localhost'), grant('b.learning.localhost')]);
    const valid = () =>
      Promise.all(issued.map(async ({ body }) => (await validate(stack, body.access_token)).status));
    expect(await valid()).toEqual([200, 200]);
    const browser = await offering.signedIn(person);
    expect(browser.page.text).toContain('Leave: Portal B');
    await stack.db.many(sql`
      update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes'
       where person_id = ${person.id}`);
    await browser.follow(await browser.get(`/oauth/account/leave?account=${inB}`));
    expect(browser.page.text).toContain('Confirm that it is you');
    await browser.login(person.email, password);
    expect(browser.page.text).toContain('Leave Portal B?');
    await browser.submit('/oauth/account/leave');
    expect(browser.page.text).not.toContain('Leave: Portal B');
    expect(browser.page.text).toContain('Leave: Portal A');
    expect(await offering.account(inB)).toEqual({ ...accepted, closed: true });
    expect(await offering.events(inB)).toEqual(['user.delete']);
    expect(await valid()).toEqual([200, 401]);
    expect(await offering.account(inA)).toEqual(accepted);
  });

  it('refuses the last administrator who has accepted, even if another account is offered', async () => {
    const [portal] = await stack.db.many<{ id: number }>(sql`
      insert into identity.portals (name, title) values ('leaving.learning.localhost', 'Leaving')
      returning id`);
    const portalId = portal!.id;
    const [person, other] = [await offering.person(1, portalId), await offering.person(1)];
    const account = person.accounts[1]!;
    await stack.db.many(sql`update identity.accounts set roles = '{Administrator}' where id = ${account}`);
    const offer = await offering.offer(other.id, { portalId, roles: ['Administrator'] });
    const browser = await offering.signedIn(person);
    const submitLeaving = async () => {
      await browser.get(`/oauth/account/leave?account=${account}`);
      return browser.submit('/oauth/account/leave');
    };
    const refused = await submitLeaving();
    expect([refused.status, refused.text.includes('You are the last administrator of Leaving.')]).toEqual([
      409,
      true,
    ]);
    expect(await offering.account(account)).toEqual(accepted);
    const otherBrowser = await offering.signedIn(other);
    await otherBrowser.get(formatPage(offer));
    await otherBrowser.submit(path, { decision: 'accept' });
    expect((await submitLeaving()).status).toBe(200);
    expect((await offering.account(account))!.closed).toBe(true);
  });

  it('requires an existing second factor, so that a stolen password closes no account', async () => {
    const person = await offering.person(1, 2);
    const account = person.accounts[1]!;
    const browser = await offering.signedIn(person);
    await stack.db.many(sql`
      insert into auth.second_factors (person_id, secret_sealed, confirmed_at)
      values (${person.id}, '', now() - interval '1 second')`);
    await stack.db.many(sql`insert into auth.recovery_codes values (${person.id}, sha256('abcde'), null)`);
    const { csrf } = parseForms(browser.page.text)[0]!.fields;
    const posted = await browser.post('/oauth/account/leave', { csrf: csrf!, account: String(account) });
    expect(posted.headers.get('location')).toBe(`/oauth/account/leave?account=${account}`);
    const factor = `/oauth/account/leave/factor?account=${account}`;
    await browser.get(`/oauth/account/leave?account=${account}`);
    expect(browser.page.text).not.toContain('Leave Portal B?');
    expect((await browser.submit(factor, { otp: '000000' })).status).toBe(400);
    expect((await offering.account(account))!.closed).toBe(false);
    await browser.submit(factor, { otp: 'abcde' });
    expect(browser.page.text).toContain('Leave Portal B?');
    await browser.submit('/oauth/account/leave');
    expect((await offering.account(account))!.closed).toBe(true);
  });

  it('refuses accounts of others, offers, and forms from another site', async () => {
    const [person, other] = [await offering.person(1), await offering.person(1)];
    const offer = await offering.offer(person.id);
    const browser = await offering.signedIn(person);
    const { csrf } = parseForms(browser.page.text)[0]!.fields;
    for (const id of [other.accounts[0]!, offer]) {
      await browser.post('/oauth/account/leave', { csrf: csrf!, account: String(id) });
      expect((await offering.account(id))!.closed).toBe(false);
    }
    const accountId = String(person.accounts[0]);
    expect((await browser.post('/oauth/account/leave', { csrf: 'x', account: accountId })).status).toBe(403);
    expect((await offering.account(person.accounts[0]!))!.closed).toBe(false);
  });
});
