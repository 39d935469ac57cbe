import { sql } from '@app/database';
import { Pool } from 'pg';
import { C2, accounts, password, useAuthServers } from './auth-stack.js';
import { token } from './requests.js';
import { authorizeAddress, returned, TestBrowser } from './test-browser.js';

const c2 = { client_id: C2.clientId, client_secret: C2.secret };

/** A portal's changes to its account do not affect others (docs/threat-model.md). */
describe('a person in several portals', () => {
  const stack = useAuthServers();
  const login = async (portal_name: string) => {
    const answer = await token(stack, {
      ...c2,
      grant_type: 'password',
      username: 'multi@a.example',
      password,
      portal_name,
    });
    return (answer.body as { refresh_token: string }).refresh_token;
  };
  const refresh = (refresh_token: string) =>
    token(stack, { ...c2, grant_type: 'refresh_token', refresh_token });

  it('a consent given in one portal does not count in the other', async () => {
    const browser = new TestBrowser(stack);
    const address = authorizeAddress({ client_id: C2.clientId, redirect_uri: C2.redirectUri! });
    await browser.get(address);
    await browser.login('multi@a.example');
    await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiA) });
    expect(returned(await browser.allow()).query.get('code')).not.toBeNull();
    expect(await stack.db.many(sql`select portal_id, account_id from auth.consents`)).toEqual([
      { portal_id: 1, account_id: accounts.multiA },
    ]);
    await browser.follow(await browser.get(address));
    const answer = await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiB) });
    expect(answer.text).toContain('action="/oauth/authorize/consent"');
  });

  it('blocking the account in one ends neither the tokens in the other nor the person’s session', async () => {
    const [inA, inB] = [await login('a.learning.localhost'), await login('b.learning.localhost')];
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({ client_id: C2.clientId, redirect_uri: C2.redirectUri! }),
      'multi@a.example',
    );
    // as PATCH /v2/users/{id} with status=false does in the resource API
    const api = new Pool({ connectionString: stack.database.urls.api });
    await api.query('update identity.accounts set status = false where portal_id = 1 and id = $1', [
      accounts.multiA,
    ]);
    await api.query(
      `select auth.revoke_rights('account', $1, true, 'blocked', now() + interval '1 day'), auth.end_sessions($1::int)`,
      [accounts.multiA],
    );
    await api.end();
    expect((await refresh(inA)).status).toBe(400);
    expect((await refresh(inB)).status).toBe(200);
    const page = await browser.get('/oauth/account');
    expect([page.status, page.text.includes('multi@a.example')]).toEqual([200, true]);
  });
});
