import { sql } from '@app/database';
import { password, useAuthServers } from '../../../test/auth-stack.js';
import { personWithoutPortal } from '../../../test/portal-creation.js';
import { token } from '../../../test/requests.js';
import { authorizeAddress, TestBrowser } from '../../../test/test-browser.js';

/** More attempts than one account may fail, from one address or by one client. */
const MANY = 22;

describe('a person without a portal', () => {
  const stack = useAuthServers();

  it('reads that the password is correct, however often they try', async () => {
    const email = await personWithoutPortal(stack);
    const browser = new TestBrowser(stack);
    for (let time = 0; time < MANY; time += 1) {
      await browser.get(authorizeAddress());
      const page = await browser.login(email);
      expect([page.status, page.text.includes('you do not have access to any portal')]).toEqual([400, true]);
      expect(page.text).not.toContain('password is wrong');
    }
    const [last] = await stack.db.many<{ details: object }>(sql`
      select details from auth.audit_log where event = 'login.refused' order by id desc limit 1`);
    expect(last!.details).toEqual({ by: 'form', reason: 'no portal' });
  });

  it('is refused by the password grant without counting a failure; a wrong password counts', async () => {
    const username = await personWithoutPortal(stack);
    const grant = async (text: string) =>
      (await token(stack, { grant_type: 'password', username, password: text })).status;
    for (let time = 0; time < MANY; time += 1) expect(await grant(password)).toBe(400);
    for (let time = 0; time < 20; time += 1) expect(await grant('wrong')).toBe(400);
    expect(await grant('wrong')).toBe(429);
  });
});
