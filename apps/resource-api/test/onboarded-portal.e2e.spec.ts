import { sql } from '@app/database';
import { onboardingGrants } from '@app/onboarding';
import { assertion, registerKey } from '../../auth-server/test/assertions.js';
import { C2, password } from '../../auth-server/test/auth-stack.js';
import { CONSOLE, freshToken } from '../../auth-server/test/console-app.js';
import { MergingPeople } from '../../auth-server/test/merges.js';
import { proven, signedIn } from '../../auth-server/test/people.js';
import { bearer, expectDead, expectRefusal, get, send, token } from '../../auth-server/test/requests.js';
import { TestBrowser } from '../../auth-server/test/test-browser.js';
import { OnboardedPortals, type OnboardedPortal } from './onboarded-portal.js';

const portals = OnboardedPortals.use();
const { stack, letters } = portals;
const merging = new MergingPeople(stack, letters);
const c2Credentials = { client_id: C2.clientId, client_secret: C2.secret };
const application = `/applications/${C2.clientId}`;
const welcome = ({ portal }: OnboardedPortal) => `/oauth/account/welcome?portal=${portal.id}`;
const refresh = ({ oauth_token }: Pick<OnboardedPortal, 'oauth_token'>) =>
  token(stack, { ...c2Credentials, grant_type: 'refresh_token', refresh_token: oauth_token.refresh_token });
/** The grant that fetched the first tokens of a portal: the same answer, for as long as the grant lives. */
const redeemAgain = ({ portal }: OnboardedPortal) =>
  portals.internal.post('/internal/onboarding-grants', {
    json: { grant: onboardingGrants({ SECRETS_KEY: stack.settings['SECRETS_KEY']! }, portal.id)[0] },
  });
/** By the link in the newest mail to this address. */
const provedByMail = async (email: string): Promise<TestBrowser> => {
  const browser = new TestBrowser(stack);
  await browser.get((await letters.last(email)).path);
  await browser.submit('/oauth/password/set', { password, repeated: password });
  return browser;
};
/** Nothing that the application had in the portal works any more, and nothing new is to be had. */
const expectEnded = async (onboarded: OnboardedPortal, accessTokens: string[]) => {
  for (const accessToken of accessTokens) {
    await expectDead(stack, accessToken);
    await portals.expectRefusedSoon(accessToken);
  }
  expectRefusal(await refresh(onboarded), 400, 'invalid_grant');
  expect((await redeemAgain(onboarded)).status).toBe(404);
};

beforeAll(() => stack.register(CONSOLE));

describe('T51 A portal onboarded by an application', () => {
  it('lists it after the first acceptance by the mailed link, and removing it ends its access', async () => {
    const email = portals.address();
    const onboarded = await portals.onboard(email);
    const { access_token: got } = onboarded.oauth_token;
    expect(await portals.me(got)).toEqual({ id: onboarded.user.id, email });
    expect((await redeemAgain(onboarded)).body.access_token).toBe(got);

    const browser = await provedByMail(email);
    expect(browser.page.text).toContain(`href="${welcome(onboarded)}"`);
    await browser.get(welcome(onboarded));
    await browser.login(email);
    expect(browser.page.text).toContain(`Welcome to ${onboarded.portal.title}`);
    expect(browser.page.text).toContain('Client Two');
    // what it got for itself is no login: the proof of the address leaves it
    expect(await portals.me(got)).toEqual({ id: onboarded.user.id, email });

    const renewed = (await refresh(onboarded)).body;
    const disconnected = await browser.submit('/oauth/account/applications/disconnect');
    expect(disconnected.status).toBeLessThan(400);
    await expectEnded({ ...onboarded, oauth_token: renewed }, [got, renewed.access_token]);
    expect((await browser.get(welcome(onboarded))).text).toContain('no longer has access');
  });

  it('lists it over the API, too: approved by the onboarding, for acting for people; and removes it', async () => {
    const key = await registerKey(stack, C2.clientId);
    const email = portals.address();
    const onboarded = await portals.onboard(email);
    await provedByMail(email);
    const administrator = await freshToken(stack, email);
    const json = { email: portals.address(), first_name: 'Lena', last_name: 'Learner', roles: ['Learner'] };
    const learner = await portals.api.post('/v2/users', { token: onboarded.oauth_token.access_token, json });
    expect(learner.status).toBe(201);
    const assert = async (sub: number) =>
      token(stack, {
        ...c2Credentials,
        grant_type: 'service_jwt',
        portal_name: onboarded.portal.name,
        jwt: await assertion(stack, key, C2.clientId, { sub: String(sub) }),
      });
    const shown = await get(`${stack.url}${application}`, bearer(administrator));
    expect(shown.body).toMatchObject({
      kind: 'connected',
      is_approved: true,
      approval: { came_by: 'onboarding', acts_for_people: true },
    });
    expectRefusal(await assert(onboarded.user.id), 400, 'invalid_grant'); // not for administrators
    const asserted = await assert(learner.body.id);
    expect(asserted.status).toBe(200);
    expect((await send(stack, 'DELETE', application, administrator)).status).toBe(204);
    await expectEnded(onboarded, [onboarded.oauth_token.access_token, asserted.body.access_token]);
    expectRefusal(await assert(learner.body.id), 400, 'invalid_grant');
    expect((await get(`${stack.url}${application}`, bearer(administrator))).status).toBe(404);
    // its other portals are no business of this one
    const elsewhere = await portals.onboard(portals.address());
    expect(await portals.me(elsewhere.oauth_token.access_token)).toMatchObject({ id: elsewhere.user.id });
  });

  it('loses it on one account, even where it got a single token', async () => {
    const single = (isSingle: boolean) =>
      stack.db.many(sql`
        update auth.clients set grants =
          ${isSingle ? grants.filter((grant: string) => grant !== 'refresh_token') : grants}
         where client_id = ${C2.clientId}`);
    const { grants } = await stack.db.one(
      sql`select grants from auth.clients where client_id = ${C2.clientId}`,
    );
    const email = portals.address();
    await single(true);
    try {
      const onboarded = await portals.onboard(email, null);
      await provedByMail(email);
      const administrator = await freshToken(stack, email);
      const path = `${application}/consents/${onboarded.user.id}`;
      expect((await send(stack, 'DELETE', path, administrator)).status).toBe(204);
      await expectDead(stack, onboarded.oauth_token.access_token);
      await portals.expectRefusedSoon(onboarded.oauth_token.access_token);
    } finally {
      await single(false);
    }
  });

  it('the same after accepting the offer, which a second portal is once the address is proven', async () => {
    const email = portals.address();
    const first = await portals.onboard(email);
    const second = await portals.onboard(email);
    const { path } = (await letters.listFor(email))[0]!;
    const browser = new TestBrowser(stack);
    await browser.get(path);
    await browser.submit('/oauth/password/set', { password, repeated: password });
    expect(browser.page.text).toContain(`href="${welcome(first)}"`);
    await browser.get('/oauth/account');
    await browser.login(email);
    expect(browser.page.text).toContain(second.portal.title);
    await browser.get(`/oauth/account/offer?account=${second.user.id}`);
    await browser.submit('/oauth/account/offer', { decision: 'accept' });
    expect(browser.page.text).toContain(`Welcome to ${second.portal.title}`);
    expect(browser.page.text).toContain('Client Two');
    await browser.submit('/oauth/account/applications/disconnect');
    await expectEnded(second, [second.oauth_token.access_token]);
    expect(await portals.me(first.oauth_token.access_token)).toEqual({ id: first.user.id, email });
  });

  it('is displayed only to its first administrator; later ones continue immediately', async () => {
    const email = portals.address();
    const onboarded = await portals.onboard(email);
    const later = await proven(stack, portals.address(), [1]);
    const json = { email: later.email, first_name: 'Lea', last_name: 'Ter', roles: ['Administrator'] };
    const invited = await portals.api.post('/v2/users', { token: onboarded.oauth_token.access_token, json });
    expect(invited.status).toBe(201);
    const browser = await signedIn(stack, later.email);
    await browser.get(`/oauth/account/offer?account=${invited.body.id}`);
    await browser.submit('/oauth/account/offer', { decision: 'accept' });
    expect(browser.page.text).toContain('Your account');
    const learner = await signedIn(stack, 'learner@a.example');
    const foreign = await learner.get(welcome(onboarded));
    expect([foreign.status, foreign.headers.get('location')]).toEqual([302, '/oauth/account']);
  });
});

describe('Merging the founder of an onboarded portal', () => {
  const founder = async () => {
    const email = portals.address();
    const onboarded = await portals.onboard(email);
    await provedByMail(email);
    return { email, onboarded };
  };
  const readFamily = ({ user }: OnboardedPortal) =>
    stack.db.many(sql`
      select f.account_id, f.ended_at, f.for_application, h.email
        from auth.grant_families f join identity.accounts a on a.portal_id = f.portal_id and a.id = f.account_id
        join identity.persons h on h.id = a.person_id where f.account_id = ${user.id} and f.for_application`);
  const living = ({ user }: OnboardedPortal, email: string) => [
    { account_id: user.id, ended_at: null, for_application: true, email },
  ];

  it('into another person does not end the application’s access to the account', async () => {
    const { email, onboarded } = await founder();
    const stays = await proven(stack, portals.address(), [1]);
    const login = await freshToken(stack, email);
    expect(await readFamily(onboarded)).toEqual(living(onboarded, email));
    const browser = await merging.ready(stays, { personId: 0, email, accounts: {} });
    const page = await merging.confirmed(browser, { email });
    expect(page.text).toContain('The accounts have been merged');

    // tokens name the address of before; the family gives one that names the new
    await expectDead(stack, onboarded.oauth_token.access_token);
    await expectDead(stack, login);
    expect(await readFamily(onboarded)).toEqual(living(onboarded, stays.email));
    const renewed = await refresh(onboarded);
    expect(renewed.status).toBe(200);
    expect(await portals.me(renewed.body.access_token)).toEqual({
      id: onboarded.user.id,
      email: stays.email,
    });

    // those who stay can take it away
    const freshAccessToken = await freshToken(stack, stays.email, String(onboarded.user.id));
    const shown = await get(`${stack.url}${application}`, bearer(freshAccessToken));
    expect(shown.body.approval).toMatchObject({ came_by: 'onboarding' });
    expect((await send(stack, 'DELETE', application, freshAccessToken)).status).toBe(204);
    await expectEnded({ ...onboarded, oauth_token: renewed.body }, [renewed.body.access_token]);
  });

  it('with another person who ends does not change it', async () => {
    const { email, onboarded } = await founder();
    const ends = await proven(stack, portals.address(), [2]);
    const browser = await merging.ready({ personId: 0, email, accounts: {} }, ends);
    expect((await merging.confirmed(browser, ends)).text).toContain('The accounts have been merged');
    expect(await readFamily(onboarded)).toEqual(living(onboarded, email));
    expect(await portals.me(onboarded.oauth_token.access_token)).toEqual({ id: onboarded.user.id, email });
    expect((await refresh(onboarded)).status).toBe(200);
  });

  it('into a person who is already in that portal: refused, and the tokens stay valid', async () => {
    const { email, onboarded } = await founder();
    const inBoth = await proven(stack, portals.address(), [1, onboarded.portal.id]);
    const browser = await signedIn(stack, inBoth.email);
    const page = await merging.signInToOther(browser, email);
    expect(page.text).toContain(`Both accounts belong to ${onboarded.portal.title}`);
    expect(await portals.me(onboarded.oauth_token.access_token)).toEqual({ id: onboarded.user.id, email });
  });
});
