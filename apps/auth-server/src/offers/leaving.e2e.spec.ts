import { C2, password, rows, useAuthServers } from '../../test/auth-stack.js';
import { passwordToken } from '../../test/links.js';
import { accepted, Offering } from '../../test/offers.js';
import { bearer, get, token } from '../../test/requests.js';
import { formsOf, TestBrowser } from '../../test/test-browser.js';

const stack = useAuthServers();
const offering = new Offering(stack);
const path = '/oauth/account/offer';
const pageOf = (id: number) => `${path}?account=${id}`;
beforeAll(() => rows(stack, `select setval('identity.portals_id_seq', 1000)`));

describe('Leaving a portal', () => {
  it('asks for the password anew, closes the account as DELETE does, and ends its tokens', async () => {
    const person = await offering.person(1, 2);
    await rows(stack, `update identity.accounts set roles = '{Administrator}' where person_id = $1`, [
      person.id,
    ]);
    const [inA, inB] = person.accounts as [number, number];
    const grant = (portal_name: string) =>
      token(stack, {
        grant_type: 'password',
        client_id: C2.clientId,
        client_secret: C2.secret,
        username: person.email,
        password,
        portal_name,
      });
    const issued = await Promise.all([grant('a.learning.localhost'), grant('b.learning.localhost')]);
    const valid = () =>
      Promise.all(
        issued.map(
          async ({ body }) => (await get(`${stack.url}/oauth/validate`, bearer(body.access_token))).status,
        ),
      );
    expect(await valid()).toEqual([200, 200]);
    const browser = await offering.signedIn(person);
    expect(browser.page.text).toContain('Leave: Portal B');
    await rows(
      stack,
      `update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes' where person_id = $1`,
      [person.id],
    );
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

  it('the last administrator who has accepted stays; an offered one does not stand in', async () => {
    const [portal] = await rows<{ id: number }>(
      stack,
      `insert into identity.portals (name, title) values ('leaving.learning.localhost', 'Leaving') returning id`,
    );
    const portalId = portal!.id;
    const [person, other] = [await offering.person(1, portalId), await offering.person(1)];
    const account = person.accounts[1]!;
    await rows(stack, `update identity.accounts set roles = '{Administrator}' where id = $1`, [account]);
    const offer = await offering.offer(other.id, { portalId, roles: ['Administrator'] });
    const browser = await offering.signedIn(person);
    const leave = async () => {
      await browser.get(`/oauth/account/leave?account=${account}`);
      return browser.submit('/oauth/account/leave');
    };
    const refused = await leave();
    expect([refused.status, refused.text.includes('You are the last administrator of Leaving.')]).toEqual([
      409,
      true,
    ]);
    expect(await offering.account(account)).toEqual(accepted);
    const others = await offering.signedIn(other);
    await others.get(pageOf(offer));
    await others.submit(path, { decision: 'accept' });
    expect((await leave()).status).toBe(200);
    expect((await offering.account(account))!.closed).toBe(true);
  });

  it('takes the second factor of who has one: a password that was found out closes nothing', async () => {
    const person = await offering.person(1, 2);
    const account = person.accounts[1]!;
    const browser = await offering.signedIn(person);
    await rows(
      stack,
      `insert into auth.second_factors (person_id, secret_sealed, confirmed_at) values ($1, '', now() - interval '1 second')`,
      [person.id],
    );
    await rows(stack, `insert into auth.recovery_codes values ($1, sha256('abcde'), null)`, [person.id]);
    const { csrf } = formsOf(browser.page.text)[0]!.fields;
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

  it('leaves nothing of others: foreign ids, offers, forms of elsewhere', async () => {
    const [person, other] = [await offering.person(1), await offering.person(1)];
    const offer = await offering.offer(person.id);
    const browser = await offering.signedIn(person);
    const { csrf } = formsOf(browser.page.text)[0]!.fields;
    for (const id of [other.accounts[0]!, offer]) {
      await browser.post('/oauth/account/leave', { csrf: csrf!, account: String(id) });
      expect((await offering.account(id))!.closed).toBe(false);
    }
    const own = String(person.accounts[0]);
    expect((await browser.post('/oauth/account/leave', { csrf: 'x', account: own })).status).toBe(403);
    expect((await offering.account(person.accounts[0]!))!.closed).toBe(false);
  });
});

describe('T51 A portal made through an application', () => {
  const newPortal = async (personId: number, proven: boolean) => {
    const [portal] = await rows<{ id: number }>(
      stack,
      `insert into identity.portals (name, title) values ('made' || $1 || '.learning.localhost', 'Made') returning id`,
      [personId],
    );
    const portalId = portal!.id;
    if (!proven)
      await rows(stack, 'update identity.persons set proven_time = null, proven_by = null where id = $1', [
        personId,
      ]);
    const account = await offering.offer(personId, { portalId, roles: ['Administrator'] });
    await rows(stack, 'update identity.accounts set is_first_administrator = true where id = $1', [account]);
    await rows(stack, 'select auth.approve_by_onboarding($1, $2, $3, now())', [
      C2.clientId,
      portalId,
      account,
    ]);
    return { portalId, account };
  };
  const approvals = (portalId: number) =>
    rows(stack, 'select client_id from auth.approvals where portal_id = $1', [portalId]);

  it('the first acceptance by the mailed link leads to the page that lists it, and remove ends it', async () => {
    const person = await offering.person();
    const { portalId, account } = await newPortal(person.id, false);
    const browser = new TestBrowser(stack);
    await browser.get(`/oauth/password/set?token=${await passwordToken(stack, person.id, portalId)}`);
    const own = 'Mine-alone-4711';
    await browser.submit('/oauth/password/set', { password: own, repeated: own });
    expect(await offering.account(account)).toEqual(accepted);
    const address = `/oauth/account/welcome?portal=${portalId}`;
    expect(browser.page.text).toContain(`href="${address}"`);
    await browser.get(address);
    await browser.login(person.email, own);
    expect(browser.page.text).toContain('Welcome to Made');
    expect(browser.page.text).toContain('Client Two');
    const hash = Buffer.from('t51').toString('hex');
    await rows(
      stack,
      `insert into auth.onboarding_grants (hash, portal_id, account_id, client_id, expires_at)
       values (decode($1, 'hex'), $2, $3, $4, now() + interval '10 minutes')`,
      [hash, portalId, account, C2.clientId],
    );
    await browser.submit('/oauth/account/applications/disconnect');
    expect(await approvals(portalId)).toEqual([]);
    const grants = await rows(
      stack,
      'select expires_at < now() as ended from auth.onboarding_grants where portal_id = $1',
      [portalId],
    );
    expect(grants).toEqual([{ ended: true }]);
    expect((await browser.get(address)).text).toContain('no longer has access');
  });

  it('the same by accepting the offer; who is not its first administrator goes on at once', async () => {
    const person = await offering.person(1);
    const { portalId, account } = await newPortal(person.id, true);
    const browser = await offering.signedIn(person);
    await browser.get(pageOf(account));
    await browser.submit(path, { decision: 'accept' });
    expect(browser.page.text).toContain('Client Two');
    const other = await offering.person(1);
    const later = await offering.offer(other.id, { portalId, roles: ['Administrator'] });
    const others = await offering.signedIn(other);
    await others.get(pageOf(later));
    await others.submit(path, { decision: 'accept' });
    expect(others.page.text).toContain('Your applications and sessions');
    const learner = await offering.person(1);
    const foreign = await (await offering.signedIn(learner)).get(`/oauth/account/welcome?portal=${portalId}`);
    expect([foreign.status, foreign.headers.get('location')]).toEqual([302, '/oauth/account']);
  });
});
