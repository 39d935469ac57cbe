import { sql } from '@app/database';
import { TooManyRequests } from '@app/kernel';
import { metrics } from '@app/metrics';
import { ConsoleLimits } from '../src/edge/index.js';
import { accounts } from '../../auth-server/test/auth-stack.js';
import {
  CONSOLE_ORIGIN,
  ConsoleBrowser,
  LOGIN_COOKIE,
  LOGOUT_COOKIE,
  SESSION_COOKIE,
  useConsole,
} from './console-stack.js';

const stack = useConsole(2);
const sessions = () =>
  stack.auth.db.many<{ account_id: number }>(sql`select account_id from console.sessions`);
const liveFamilies = () =>
  stack.auth.db.many<{ id: string }>(sql`
    select id from auth.grant_families where client_id = 'console' and ended_at is null`);
const endAccess = () => stack.auth.db.many(sql`update console.sessions set access_until = now()`);

let browser: ConsoleBrowser;
beforeEach(async () => {
  await stack.auth.db.many(sql`delete from console.sessions`);
  await stack.auth.db.many(sql`update auth.grant_families set ended_at = now() where client_id = 'console'`);
  browser = new ConsoleBrowser(stack);
});

describe('GET /bff/login and /bff/callback', () => {
  it('sign in on the pages of the authorization server, and lead back', async () => {
    const begun = await browser.send('GET', '/bff/login?to=%2Fwebhooks%3Fq%3Da');
    expect(begun.status).toBe(303);
    const { searchParams } = new URL(String(begun.headers['location']));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'console',
      response_type: 'code',
      redirect_uri: `${CONSOLE_ORIGIN}/bff/callback`,
      code_challenge_method: 'S256',
    });
    expect(searchParams.get('scope')).toContain('openid profile email');
    const answer = await browser.signIn('admin@a.example', '?to=%2Fwebhooks%3Fq%3Da');
    expect([answer.status, answer.headers['location']]).toEqual([303, '/webhooks?q=a']);
    const cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .find((one) => one.startsWith(`${SESSION_COOKIE}=`));
    for (const word of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(word);
    expect(cookie).not.toContain('Domain');
    expect(browser.cookies.has(LOGIN_COOKIE)).toBe(false);
    expect(await sessions()).toEqual([{ account_id: accounts.adminA }]);
  });

  it('offer a sign-in to another portal', async () => {
    await browser.signIn();
    const begun = await browser.send('GET', '/bff/login?to=%2F&choose=1');
    const { pathname, search, searchParams } = new URL(String(begun.headers['location']));
    expect(searchParams.get('prompt')).toBe('select_portal');
    const page = await browser.pages.get(pathname + search);
    expect(page.text).toContain('action="/oauth/authorize/portal"');
    expect(page.text).not.toContain('name="password"');
    const again = await browser.signIn('admin@a.example', '?to=%2F&choose=1');
    expect([again.status, again.headers['location']]).toEqual([303, '/']);
    expect(await sessions()).toHaveLength(1);
  });

  it.each(['cross-site', 'same-site'])(
    'lead to a page that may ask first if a %s page started them',
    async (site) => {
      await browser.signIn();
      const headers = { 'sec-fetch-site': site, accept: 'text/html' };
      const begun = await browser.send('GET', '/bff/login?portal_name=b.learning.localhost&to=%2F', {
        headers,
      });
      expect([begun.status, begun.headers['location']]).toEqual([
        303,
        '/sign-in?to=%2F&portal_name=b.learning.localhost',
      ]);
      expect(browser.cookies.has(LOGIN_COOKIE)).toBe(false);
      expect((await browser.session()).body.portal.id).toBe(1);
    },
  );

  it('that are sent too often lead a browser to a page, and answer programs with JSON', async () => {
    const limits = stack.part(ConsoleLimits);
    const refuse = jest.spyOn(limits, 'countSignIn').mockImplementation(() => {
      throw new TooManyRequests(30);
    });
    const shown = await browser.send('GET', '/bff/login', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([shown.status, shown.headers['location']]).toEqual([
      303,
      expect.stringMatching(/^\/problem\?code=too_many_requests&ref=req_[\w-]+$/),
    ]);
    const answered = await browser.send('GET', '/bff/login');
    expect([answered.status, answered.body.error_code]).toEqual([429, 'too_many_requests']);
    refuse.mockRestore();
  });

  it('store nothing before a sign-in', async () => {
    await browser.send('GET', '/bff/login');
    await new ConsoleBrowser(stack).send('GET', '/bff/callback?code=x&state=y');
    expect(await sessions()).toEqual([]);
  });

  it('put a refusal by the person into the URL', async () => {
    const begun = await browser.send('GET', '/bff/login');
    const state = new URL(String(begun.headers['location'])).searchParams.get('state');
    const iss = encodeURIComponent('https://auth.test');
    const answer = await browser.send('GET', `/bff/callback?error=access_denied&state=${state}&iss=${iss}`);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/?sign_in=denied']);
    expect(await sessions()).toEqual([]);
  });

  it('set a new cookie for a new session, and end the former with its grant', async () => {
    await browser.signIn();
    const before = browser.cookies.get(SESSION_COOKIE);
    await browser.signIn();
    expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(before);
    expect(await sessions()).toHaveLength(1);
    expect(await liveFamilies()).toHaveLength(1);
    browser.cookies.set(SESSION_COOKIE, before!);
    expect((await browser.session()).status).toBe(401);
  });

  it('continue a session only with a fresh login of the same person', async () => {
    await browser.signIn();
    const same = await browser.signIn('admin@a.example', '?fresh=1&to=%2Fsigned-in');
    expect(same.headers['location']).toBe('/signed-in');
    const begun = await browser.send('GET', '/bff/login?fresh=1&to=%2Fsigned-in');
    expect(Object.fromEntries(new URL(String(begun.headers['location'])).searchParams)).toMatchObject({
      max_age: '600',
      login_hint: 'admin@a.example',
      portal_name: 'a.learning.localhost',
    });
    const { body } = await browser.session();
    expect(body.fresh_until * 1000 - Date.now()).toBeGreaterThan(500_000);
    browser.pages.cookies.clear();
    const other = await browser.signIn('manager@a.example', '?fresh=1&to=%2Fsigned-in');
    expect(other.headers['location']).toBe('/?sign_in=other_account');
    expect(await sessions()).toEqual([]);
    expect(await liveFamilies()).toEqual([]);
    expect((await browser.session()).status).toBe(401);
  });
});

describe('GET /bff/session', () => {
  it('returns the signed-in person, and nothing that could be used elsewhere', async () => {
    await browser.signIn();
    const answer = await browser.session();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      person: expect.objectContaining({ id: accounts.adminA, email: 'admin@a.example' }),
      portal: { id: 1, name: 'a.learning.localhost' },
      roles: ['Administrator'],
      scopes: expect.arrayContaining(['webhook.read', 'app.read']),
      fresh_until: expect.any(Number),
      addresses: { auth: 'https://auth.test', api: 'https://api.test' },
      csrf: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).not.toMatch(/eyJ[\w-]+\.|refresh|"rt_/);
  });

  it('answers 401 without a session, and for one that has expired', async () => {
    expect(await browser.session()).toMatchObject({ status: 401, body: { error_code: 'session_ended' } });
    await browser.signIn();
    stack.auth.clock.advance(12 * 3600 + 1);
    expect((await browser.session()).status).toBe(401);
    stack.auth.clock.reset();
  });

  it('returns a changed role immediately', async () => {
    await browser.signIn();
    await stack.auth.db.many(
      sql`update identity.accounts set roles = '{Manager}' where id = ${accounts.adminA}`,
    );
    expect((await browser.session()).body.roles).toEqual(['Manager']);
    await stack.auth.db.many(sql`
      update identity.accounts set roles = '{Administrator}' where id = ${accounts.adminA}`);
  });
});

describe('tokens', () => {
  it('are refreshed once for requests of two tabs at two servers', async () => {
    await browser.signIn();
    const other = new ConsoleBrowser(stack, 1);
    other.cookies.set(SESSION_COOKIE, browser.cookies.get(SESSION_COOKIE)!);
    const renewed = async () =>
      (await metrics.console_refreshes_total.get()).values.find(({ labels }) => labels.outcome === 'renewed')
        ?.value ?? 0;
    const before = await renewed();
    await endAccess();
    const answers = await Promise.all(
      [browser, other, browser, other, browser, other].map((tab) => tab.request('GET', '/bff/api/v2/me')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await renewed()) - before).toBe(1);
    expect(await liveFamilies()).toHaveLength(1);
  });

  it('that are refused end the session', async () => {
    await browser.signIn();
    await stack.auth.db.many(
      sql`update auth.grant_families set ended_at = now() where client_id = 'console'`,
    );
    await endAccess();
    const answer = await browser.request('GET', '/bff/api/v2/me');
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'session_ended' } });
    expect(await sessions()).toEqual([]);
  });

  it('are stored sealed: a dump without the key is useless', async () => {
    await browser.signIn();
    const [row] = await stack.auth.db.many<{ text: string; sealed: Buffer }>(sql`
      select s::text as text, tokens_sealed as sealed from console.sessions s`);
    expect(row!.text).not.toContain(browser.cookies.get(SESSION_COOKIE)!);
    expect(row!.sealed.toString('latin1')).not.toMatch(/eyJ[\w-]+\.|access/);
    await stack.auth.db.many(sql`update console.sessions set id = gen_random_uuid()`);
    expect((await browser.session()).status).toBe(401);
  });
});

describe('POST /bff/logout', () => {
  it('ends session and grant, and leads through the authorization server back to the page', async () => {
    await browser.signIn();
    await browser.session();
    const stolen = browser.cookies.get(SESSION_COOKIE)!;
    expect(await browser.request('POST', '/bff/logout')).toMatchObject({ status: 204, text: '' });
    expect(await sessions()).toEqual([]);
    expect(await liveFamilies()).toEqual([]);
    const answer = await browser.send('GET', '/bff/signed-out');
    expect([answer.status, answer.text]).toEqual([303, '']);
    const location = new URL(String(answer.headers['location']));
    expect(location.pathname).toBe('/oauth/logout');
    const page = await browser.pages.get(location.pathname + location.search);
    expect([page.status, page.headers.get('location')]).toEqual([302, `${CONSOLE_ORIGIN}/`]);
    browser.cookies.set(SESSION_COOKIE, stolen);
    expect((await browser.session()).status).toBe(401);
  });

  it('is redirected once, within ten minutes, and only in the same browser', async () => {
    const leadsHome = async () => {
      const { status, headers } = await browser.send('GET', '/bff/signed-out');
      expect([status, headers['location']]).toEqual([303, '/']);
    };
    await browser.signIn();
    await leadsHome();
    await browser.session();
    await browser.request('POST', '/bff/logout');
    const sealed = browser.cookies.get(LOGOUT_COOKIE)!;
    expect(sealed).not.toMatch(/eyJ[\w-]+\./);
    await browser.send('GET', '/bff/signed-out');
    await leadsHome();
    browser.cookies.set(LOGOUT_COOKIE, sealed);
    stack.auth.clock.advance(601);
    await leadsHome();
    stack.auth.clock.reset();
  });

  it('needs the value of the session', async () => {
    await browser.signIn();
    expect(await browser.request('POST', '/bff/logout')).toMatchObject({
      status: 403,
      body: { error_code: 'csrf_refused' },
    });
    expect(await sessions()).toHaveLength(1);
  });
});
