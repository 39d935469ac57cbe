import { sql } from '@app/database';
import { accounts, C1, password, useAuthServers, c2Request } from '../auth-stack.js';
import { expectPage, token, validate, isAlive } from '../requests.js';
import { authorizeAddress, leadsTo, obtainCode, returned, TestBrowser, pkce } from '../test-browser.js';
import { exchange } from '../openid.js';

const stack = useAuthServers(2, { TRUSTED_PROXIES: '10.0.0.0/8' });

describe('I. pages, sessions, mail links', () => {
  it('I02 a tampered consent form changes nothing; a second answer gets a message', async () => {
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({ scope: 'lo.read' }),
      'multi@a.example',
    );
    const { fields } = browser.form('/oauth/authorize/consent');
    const tampered = {
      ...fields,
      decision: 'allow',
      scope: 'user.write',
      redirect_uri: 'https://evil.test',
      account: '205',
      portal_id: '2',
    };
    const stranger = await TestBrowser.open(stack, authorizeAddress());
    expectPage(await stranger.post('/oauth/authorize/consent', tampered), 403);
    const back = await browser.post('/oauth/authorize/consent', tampered);
    const { address, query } = returned(back);
    expect(address).toBe('https://app.example/cb');
    const again = await browser.post('/oauth/authorize/consent', { ...tampered, shown: '205' });
    expectPage(again);
    expect(again.text).toContain('already been answered');
    const { access_token } = await exchange(stack, query.get('code')!);
    const claims = (await validate(stack, access_token)).body;
    expect(claims).toMatchObject({ scope: 'lo.read', portal_id: 1 });
  });

  it('I02 the consent covers the displayed scopes: a client widened in between gains nothing, a narrowed one loses', async () => {
    const client = { ...C1, clientId: 'changing', redirectUri: 'https://changing.example/' };
    await stack.register({ ...client, scopes: ['lo.read', 'user.read'] });
    const widen = (scopes: string) =>
      stack.db.many(sql`update auth.clients set scopes = ${scopes} where client_id = 'changing'`);
    const authorizeQuery = { client_id: client.clientId, redirect_uri: client.redirectUri };
    const granted = async (browser: TestBrowser) => {
      const code = returned(await browser.allow()).query.get('code')!;
      const form = { grant_type: 'authorization_code', code, ...authorizeQuery, client_secret: C1.secret };
      return (await token(stack, form)).body.scope.split(' ').sort().join(' ');
    };
    const browser = await TestBrowser.signIn(stack, authorizeAddress(authorizeQuery));
    await widen('{lo.read,user.read,user.write}');
    expect(await granted(browser)).toBe('lo.read user.read');
    await stack.db.many(sql`delete from auth.consents where client_id = 'changing'`);
    await browser.get(authorizeAddress(authorizeQuery));
    const { pathname, search } = new URL(`/oauth/authorize/continue?transaction=x`, 'https://auth.test');
    const id = browser.form('/oauth/authorize/consent').fields['transaction']!;
    await widen('{lo.read}');
    expect((await browser.get(pathname + search.replace('x', id))).text).not.toContain('user.write');
    await widen('{lo.read,user.read,user.write}'); // the page in front of the person still shows only lo.read
    expect(await granted(browser)).toBe('lo.read');
  });

  it('I02 an answer to a page that was never displayed does not count', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress({ scope: 'portal.read' }));
    const { csrf: _, ...fields } = browser.form('/oauth/authorize/login').fields;
    await browser.get('/oauth/account');
    await browser.login('manager@a.example');
    const { csrf } = browser.form('/oauth/sign-out').fields;
    const answer = await browser.post('/oauth/authorize/consent', {
      ...fields,
      csrf: csrf!,
      decision: 'allow',
    });
    expect(answer.headers.get('location')).toMatch(/^\/oauth\/authorize\/continue\?transaction=txn_/);
    await browser.follow(answer);
    expect(returned(await browser.allow()).query.get('code')).toBeTruthy();
  });

  it('I02 consent posted 10 times in parallel: one code', async () => {
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({ scope: 'account.read' }),
      'learner@a.example',
    );
    const { action, fields } = browser.form('/oauth/authorize/consent');
    const post = () => browser.post(action, { ...fields, decision: 'allow' });
    const answers = await Promise.all(Array.from({ length: 10 }, post));
    expect(answers.filter((answer) => leadsTo(answer).includes('code='))).toHaveLength(1);
  });

  it('I03 the session id changes at login; planted and old ids are worthless', async () => {
    const browser = new TestBrowser(stack);
    const planted = 'p'.repeat(43);
    browser.cookies.set('__Host-session', planted);
    await browser.get(authorizeAddress());
    await browser.login();
    const first = browser.cookies.get('__Host-session')!;
    expect(first).not.toBe(planted);
    const worthless = async (id: string) => {
      const other = new TestBrowser(stack);
      other.cookies.set('__Host-session', id);
      return (await other.get('/oauth/account')).text.includes('action="/oauth/authorize/login"');
    };
    expect(await worthless(planted)).toBe(true);
    await browser.get(authorizeAddress({ scope: 'group.read' }));
    await browser.submit('/oauth/authorize/another');
    await browser.login();
    expect(browser.cookies.get('__Host-session')).not.toBe(first);
    expect(await worthless(first)).toBe(true);
    const second = browser.cookies.get('__Host-session')!;
    await browser.get('/oauth/account');
    await browser.submit('/oauth/sign-out');
    expect(await worthless(second)).toBe(true);
  });

  it('I04 headers of every page', async () => {
    const browser = new TestBrowser(stack);
    const c2 = { ...c2Request, redirect: 'false', scope: 'group.read' };
    const pages = [
      await browser.get(authorizeAddress(c2)),
      await browser.login('multi@a.example', 'wrong'),
      await browser.login('multi@a.example'),
      await browser.submit('/oauth/authorize/portal'),
      await browser.allow(),
      await browser.get('/oauth/account'),
      await browser.submit('/oauth/account/second-factor'),
      await browser.get('/oauth/password/forgotten'),
      await browser.submit('/oauth/password/forgotten', { username: 'nobody@a.example' }),
      await browser.get('/oauth/nothing-here'),
    ];
    for (const path of [
      authorizeAddress(),
      '/oauth/authorize',
      '/oauth/account',
      '/oauth/password/forgotten',
      '/oauth/password/set?token=x',
    ]) {
      pages.push(await browser.get(path, { origin: 'https://spa.example' }));
    }
    for (const { headers, text } of pages.filter((page) => page.text.startsWith('<!'))) {
      expect(text).not.toMatch(/<script(?! src="\/oauth)| on\w+="|style="/i);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(['unsafe-none', null]).toContain(headers.get('cross-origin-opener-policy'));
    }
  });

  it('I05 every redirect after a POST is a 303 to this server; leaving it needs a page that leads on', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress({ ...c2Request }));
    const login = browser.form('/oauth/authorize/login');
    expect(
      (await browser.post(login.action, { ...login.fields, username: 'multi@a.example', password })).status,
    ).toBe(303);
    await browser.follow(browser.page);
    const portal = browser.form('/oauth/authorize/portal');
    expect((await browser.post(portal.action, portal.fields)).status).toBe(303);
    const consent = await browser.follow(browser.page);
    expect(consent.headers.get('content-security-policy')).toContain("form-action 'self';");
    const end = await browser.allow();
    const address = leadsTo(end);
    expect([end.status, end.headers.get('location'), end.headers.get('cache-control')]).toEqual([
      200,
      null,
      'no-store',
    ]);
    expect(address).toMatch(/^https:\/\/two\.example\/cb\?code=/);
    expect(end.text).toContain(`href="${address.replaceAll('&', '&amp;')}"`);
    await browser.get(authorizeAddress({ ...c2Request, prompt: 'login' }));
    const again = await browser.login('multi@a.example');
    if (again.text.includes('action="/oauth/authorize/portal"'))
      await browser.submit('/oauth/authorize/portal');
    expect([browser.page.status, browser.page.headers.get('location')]).toEqual([200, null]);
    expect(leadsTo(browser.page)).toMatch(/^https:\/\/two\.example\/cb\?code=/);
  });

  it('I09 a forged X-Forwarded-For from an untrusted peer changes no counter', async () => {
    const victim = await TestBrowser.signIn(stack, '/oauth/account', 'manager@a.example');
    await victim.submit('/oauth/sign-out');
    const statuses = new Set<number>();
    for (let time = 0; time < 200; time += 1) {
      const forger = new TestBrowser(stack, 0, { 'x-forwarded-for': `198.51.${time}.1` });
      await forger.get('/oauth/account');
      statuses.add((await forger.login('manager@a.example', 'wrong')).status);
    }
    expect(statuses).toEqual(new Set([400, 429]));
    const stranger = await TestBrowser.open(stack, '/oauth/account');
    expect((await stranger.login('manager@a.example')).status).toBe(429);
    await victim.get('/oauth/account');
    expect((await victim.login('manager@a.example')).text).toContain('action="/oauth/sign-out"');
  });

  describe('I10 remembered consent', () => {
    const page = async (browser: TestBrowser, parameters: Record<string, string>) =>
      (await browser.follow(await browser.get(authorizeAddress(parameters)))).text.includes(
        'action="/oauth/authorize/consent"',
      );

    it('is skipped for the same client, portal and fewer scopes, and requested again for anything else', async () => {
      const browser = new TestBrowser(stack);
      const scope = 'lo.read user.read';
      await obtainCode(stack, { scope }, { browser, username: 'admin@a.example' });
      expect(await page(browser, { scope })).toBe(false);
      expect(await page(browser, { scope: 'lo.read' })).toBe(false);
      expect(await page(browser, { scope: 'lo.read user.write' })).toBe(true);
      await browser.get('/oauth/account');
      await browser.submit('/oauth/account/remove-application', {
        client_id: C1.clientId,
        account: String(accounts.adminA),
      });
      expect(await page(browser, { scope })).toBe(true);
      await browser.allow();
      await stack.db.many(sql`update auth.consents set granted_time = now() - interval '181 days'`);
      expect(await page(browser, { scope })).toBe(true);
      const newClient = { client_id: 'label', new_client: 'Vendor', redirect_uri: 'https://vendor.example/' };
      expect(await page(browser, newClient)).toBe(true);
      await browser.allow();
      expect(await page(browser, newClient)).toBe(true);
    });

    it('a skipped page does not count as an answer: it renews nothing, drops no scope and is not logged as consent', async () => {
      const browser = new TestBrowser(stack);
      const scope = 'lo.read enrollment.read';
      await obtainCode(stack, { scope }, { browser, username: 'learner@a.example' });
      const mine = `client_id = '${C1.clientId}' and account_id = ${accounts.learnerA}`;
      const age = (days: number) =>
        stack.db.many(sql`
          update auth.consents set granted_time = granted_time - ${days} * interval '1 day'
           where ${sql.raw(mine)}`);
      const consents = () =>
        stack.db.many(sql`select 1 from auth.audit_log where event = 'consent.given' and ${sql.raw(mine)}`);
      await age(170);
      const givenRows = await consents();
      expect(await page(browser, { scope: 'lo.read' })).toBe(false);
      expect(await page(browser, { scope })).toBe(false);
      expect(await consents()).toEqual(givenRows);
      await age(11);
      expect(await page(browser, { scope })).toBe(true);
      await browser.allow();
      expect(await consents()).toHaveLength(givenRows.length + 1);
      expect(await page(browser, { scope })).toBe(false);
    });

    it('is requested every time without a secret, for tokens, and for another portal', async () => {
      const p1 = { client_id: 'p1-app', redirect_uri: 'http://127.0.0.1:5000/spa', scope: 'lo.read' };
      const browser = await TestBrowser.signIn(stack, authorizeAddress({ ...p1, ...pkce }));
      await browser.allow();
      expect(await page(browser, { ...p1, ...pkce })).toBe(true);
      expect(await page(browser, { ...p1, response_type: 'token' })).toBe(true);
      const multi = new TestBrowser(stack);
      const c2 = { ...c2Request, scope: 'lo.read' };
      await multi.get(authorizeAddress(c2));
      await multi.login('multi@a.example');
      const answer = await multi.submit('/oauth/authorize/portal', { account: '105' });
      if (answer.status === 200) await multi.allow();
      await multi.get(authorizeAddress(c2));
      expect((await multi.submit('/oauth/authorize/portal', { account: '205' })).text).toContain(
        '/oauth/authorize/consent',
      );
      await multi.get(authorizeAddress(c2));
      expect(
        returned(await multi.submit('/oauth/authorize/portal', { account: '105' })).query.get('code'),
      ).toBeTruthy();
    });
  });

  it('removing an application ends its tokens, implicit ones too', async () => {
    const browser = new TestBrowser(stack);
    const p1 = {
      client_id: 'p1-app',
      redirect_uri: 'http://127.0.0.1:5000/spa',
      response_type: 'token',
      scope: 'lo.read',
    };
    await browser.get(authorizeAddress(p1));
    await browser.login('learner@a.example');
    const accessToken = returned(await browser.allow()).fragment.get('token')!;
    expect(await isAlive(stack, accessToken)).toBe(true);
    await browser.get('/oauth/account');
    await browser.submit('/oauth/account/remove-application', {
      client_id: 'p1-app',
      account: String(accounts.learnerA),
    });
    expect(await isAlive(stack, accessToken)).toBe(false);
    expect(
      await stack.db.many(sql`select 1 from auth.consents where client_id = 'p1-app' and account_id = 103`),
    ).toEqual([]);
  });
});
