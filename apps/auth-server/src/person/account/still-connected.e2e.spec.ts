import { sql } from '@app/database';
import { C1, useAuthServers } from '../../../test/auth-stack.js';
import { token, isAlive } from '../../../test/requests.js';
import { obtainCode, TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers();
const ownGrant = { grant_type: 'client_credentials' };

/** Lets C1, an application of portal A, act for this person, signs in as them and removes its access. */
async function remove(username: string): Promise<TestBrowser> {
  await obtainCode(stack, {}, { username });
  const browser = await TestBrowser.signIn(stack, '/oauth/account', username);
  await browser.submit('/oauth/account/remove-application', { client_id: C1.clientId });
  return browser;
}

describe('Remove access to an application of the portal', () => {
  it('warns an administrator that its own credentials still work, and disconnects it', async () => {
    const { body } = await token(stack, ownGrant);
    const browser = await remove('admin@a.example');
    expect(browser.page.text).toContain('still has access with its own credentials');
    expect(browser.page.text).toContain('Portal A');
    expect(
      await stack.db.many(sql`
      select 1 from auth.consents where client_id = '${sql.raw(C1.clientId)}'`),
    ).toEqual([]);
    expect(await isAlive(stack, body.access_token)).toBe(true);
    await browser.submit('/oauth/account/applications/disconnect');
    expect(await isAlive(stack, body.access_token)).toBe(false);
    expect((await token(stack, ownGrant)).status).toBe(401);
    await stack.db.many(sql`update auth.clients set status = 1 where client_id = '${sql.raw(C1.clientId)}'`);
  });

  it('redirects others, who cannot disconnect it, to their account', async () => {
    const browser = await remove('learner@a.example');
    expect(browser.page.text).not.toContain('its own credentials');
    expect(browser.page.text).toContain('/oauth/account/end-session');
  });
});
