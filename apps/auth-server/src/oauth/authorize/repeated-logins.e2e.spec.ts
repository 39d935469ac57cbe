import { sql } from '@app/database';
import { C2, useAuthServers } from '../../../test/auth-stack.js';
import { approve } from '../../../test/approvals.js';
import { signIn } from '../../../test/openid.js';
import type { OAuthAnswer } from '../../../test/requests.js';
import { authorizeAddress, parseForms, returned, TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers();
beforeAll(() => approve(stack, C2.clientId));
beforeEach(() => stack.db.many(sql`delete from auth.consents`));
afterEach(() => stack.clock.reset());

const c2Request = { client_id: C2.clientId, redirect_uri: C2.redirectUri! };
const request = (browser: TestBrowser, parameters: Record<string, string | undefined>) =>
  browser.get(authorizeAddress({ scope: 'openid', ...parameters }));
const isLogin = ({ text }: OAuthAnswer) => text.includes('action="/oauth/authorize/login"');
const isChooser = ({ text }: OAuthAnswer) => text.includes('name="account"');

describe('an application that signs a person in again', () => {
  it('login_hint of the signed-in person asks for the password only, when the login is too old', async () => {
    const browser = new TestBrowser(stack);
    await signIn(stack, { scope: 'openid' }, { browser, username: 'multi@a.example' });
    stack.clock.advance(60);
    const old = { max_age: '59', portal_name: 'b', ...c2Request };
    const page = await request(browser, { ...old, login_hint: 'Multi@A.example' });
    expect(parseForms(page.text)[0]!.fields).toMatchObject({ username: 'multi@a.example', password: '' });
    expect(page.text).not.toContain('id="username"');
    const wrong = await browser.login('multi@a.example', 'wrong');
    expect([wrong.status, wrong.text.includes('id="username"')]).toEqual([400, false]);
    expect((await browser.login('multi@a.example')).text).toContain('action="/oauth/authorize/consent"');
    stack.clock.advance(60);
    const other = await request(browser, { ...old, login_hint: 'admin@a.example' });
    expect(other.text).toContain('id="username"');
    const silent = await request(browser, { ...old, login_hint: 'multi@a.example', prompt: 'none' });
    expect(returned(silent).query.get('error')).toBe('login_required');
  });

  it('prompt=select_portal shows only the choice of portals, also of one', async () => {
    const browser = new TestBrowser(stack);
    await request(browser, { ...c2Request, portal_name: 'b', prompt: 'select_portal' });
    expect(isChooser(await browser.login('multi@a.example'))).toBe(true);
    const next = await browser.submit('/oauth/authorize/portal', { account: '205' });
    expect(next.text).toContain('action="/oauth/authorize/consent"');
    const again = await request(browser, { ...c2Request, prompt: 'select_portal' });
    expect([isLogin(again), isChooser(again)]).toEqual([false, true]);

    const single = new TestBrowser(stack);
    await request(single, { ...c2Request, prompt: 'select_portal' });
    expect(isChooser(await single.login('admin@a.example'))).toBe(true);
  });
});
