import { sql } from '@app/database';
import { sha256 } from '@app/kernel';
import { hashPassword } from '@app/credentials';
import { OnboardingGrants } from '../src/oauth/onboarding-grants/onboarding-grants.js';
import type { TokenResponse } from '../src/oauth/token/index.js';
import { AddressChanging } from './address-changes.js';
import { approve } from './approvals.js';
import { registerKey, type AssertionKey, assertPerson } from './assertions.js';
import { C1, C2 } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import { placeholder } from './placeholders.js';
import { token, validate } from './requests.js';
import { authorizeAddress, returned, TestBrowser } from './test-browser.js';
import { exchange, redeem } from './openid.js';

const heldPassword = 'Held-password-1';
const changing = AddressChanging.use();
const { stack, fresh, person } = changing;
const clientB = { ...C1, clientId: 'implicit-app', portalId: 2, redirectUri: 'https://b.example/cb' };
const c2Credentials = { client_id: C2.clientId, client_secret: C2.secret };

/** The first tokens of a portal, for the application that created it. */
async function firstTokens(accountId: number): Promise<TokenResponse> {
  const grant = `ong-${accountId}`;
  await stack.db.many(sql`
    insert into auth.onboarding_grants (hash, portal_id, account_id, client_id, expires_at)
    values (${sha256(grant)}, 2, ${accountId}, ${C2.clientId}, now() + interval '10 minutes')`);
  return (await stack.apps[0]!.get(OnboardingGrants).redeem(grant))!;
}

/** The first proof of an address ends some rights and leaves others. */
describe('T06, T08, T40 the first proof of an address', () => {
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
    const mailed = await TestBrowser.open(
      stack,
      `/oauth/password/set?token=${await passwordToken(stack, before.personId, 2)}`,
    );
    await mailed.submit('/oauth/password/set', { password: 'Quite-new-5678', repeated: 'Quite-new-5678' });
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
