import { sql } from '@app/database';
import { C1, useAuthServers, accounts, C2 } from '../../../test/auth-stack.js';
import { requestHost } from '../../../test/requests.js';
import { authorizeAddress, TestBrowser } from '../../../test/test-browser.js';
import { oneTimeToken, passwordToken } from '../../../test/links.js';
import { B1, Offering } from '../../../test/offers.js';

const API = 'https://api.example';
const stack = useAuthServers(1, { API_PUBLIC_URL: API });

describe('pages of a portal with a brand', () => {
  const digest = 'A'.repeat(43);

  beforeAll(async () => {
    await stack.db.many(sql`
      insert into identity.portal_brands (portal_id, name, color)
      values (1, '<b>Acme</b> Academy', '#ffff00')`);
    await stack.db.many(sql`
      insert into identity.portal_images (portal_id, kind, media_type, bytes, digest)
      values (1, 'logo', 'image/svg+xml', '<svg/>', ${digest})`);
  });
  afterAll(() => stack.db.many(sql`delete from identity.portal_images; delete from identity.portal_brands`));

  const onHost = (host: string) => requestHost(`${stack.url}/`, { host, accept: 'text/html' });
  const bears = (html: string) => {
    expect(html).toContain('&lt;b&gt;Acme&lt;/b&gt; Academy');
    expect(html).toContain(`src="${API}/branding/${digest}"`);
    expect(html).toContain('href="/oauth/assets/brand.css?color=ffff00"');
  };

  it('show it on the portal’s own host, and may load images only from the resource API', async () => {
    const page = await onHost('a.learning.localhost');
    bears(page.text);
    expect(page.headers['content-security-policy']).toContain(`img-src 'self' ${API};`);
  });

  it('show it for an application of that portal, and once one has been chosen', async () => {
    const browser = new TestBrowser(stack);
    const login = await browser.follow(await browser.get(authorizeAddress({ client_id: C1.clientId })));
    bears(login.text);
    bears((await browser.login()).text);
  });

  it('show our brand otherwise', async () => {
    for (const page of [await onHost('b.learning.localhost'), await onHost('localhost')]) {
      expect(page.text).toContain('<bdi>Learning Platform</bdi>');
      expect(page.text).not.toContain('brand.css');
      expect(page.headers['content-security-policy']).toContain("img-src 'self';");
    }
  });

  it('have a stylesheet with readable colours and nothing else', async () => {
    const style = await fetch(`${stack.url}/oauth/assets/brand.css?color=ffff00`);
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(await style.text()).toMatch(
      /^:root \{ --accent: #[0-9a-f]{6}; --on-accent: #ffffff; \}\n@media \(prefers-color-scheme: dark\)/,
    );
    for (const color of ['', '%231d5bd6', 'fff', 'ffff00;}', 'ffff00&color=000000'])
      expect((await fetch(`${stack.url}/oauth/assets/brand.css?color=${color}`)).status).toBe(404);
  });

  it('have a favicon', async () => {
    const icon = await fetch(`${stack.url}/oauth/assets/favicon.svg`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });
});

describe('which branding a page has', () => {
  const offering = new Offering(stack);

  beforeAll(async () => {
    await stack.db.many(sql`
      insert into identity.portal_brands (portal_id, name, color)
      values (1, 'Acme', '#ffff00'), (2, 'Globex', '#ff0000')`);
    await stack.db.many(sql`select setval('identity.portals_id_seq', 100)`);
    await stack.register({ ...B1, secret: 'b-secret-0123456789' });
  });

  /** The name at the head of a page; the service's own if it bears no portal's. */
  const nameOn = ({ text }: { text: string }): string =>
    /<header>.*?<bdi>(.*?)<\/bdi><\/header>/s.exec(text)![1]!;
  const ours = 'Learning Platform';
  const authorizePath = (
    { clientId, redirectUri }: { clientId: string; redirectUri?: string | null },
    more = {},
  ) => authorizeAddress({ client_id: clientId, redirect_uri: redirectUri!, ...more });
  const signedIn = (username: string) => TestBrowser.signIn(stack, '/oauth/account', username);

  describe('a page has the branding of the portal', () => {
    it('and names the portal by it, or else by its title', async () => {
      const browser = await TestBrowser.open(stack, authorizePath(C1));
      expect((await browser.login('admin@a.example')).text).toContain('to Acme<');
      expect((await browser.get('/oauth/account/applications?portal=1')).text).toContain('Acme');
      await stack.db.many(sql`update identity.portal_brands set name = null where portal_id = 1`);
      await browser.get(authorizePath(C1));
      expect(browser.page.text).not.toContain('to Acme<');
      expect(browser.page.text).toMatch(/to Portal A</);
      await stack.db.many(sql`update identity.portal_brands set name = 'Acme' where portal_id = 1`);
    });

    it('of a person with only one portal, on all of their pages and on errors', async () => {
      const browser = await signedIn('admin@a.example');
      for (const path of [
        '/',
        '/oauth/account',
        '/oauth/account/address',
        '/oauth/account/name',
        '/oauth/account/second-factor',
        '/oauth/account/applications',
        '/oauth/account/applications/details?portal=1&client_id=c1-app',
        `/oauth/account/leave?account=${accounts.adminA}`,
        '/oauth/password/forgotten',
        '/oauth/account/offer?account=0x',
        '/oauth/nothing-here',
      ]) {
        const name = nameOn(await browser.get(path, { accept: 'text/html' }));
        expect([path, name]).toEqual([path, path.includes('offer') ? ours : 'Acme']);
      }
      await browser.get('/oauth/account');
      const refused = await browser.post('/oauth/account/end-session', { csrf: 'x' });
      expect([refused.status, nameOn(refused)]).toEqual([403, 'Acme']);
      await browser.get('/oauth/account');
      expect(nameOn(await browser.submit('/oauth/sign-out'))).toBe('Acme');
      expect(nameOn(await browser.get('/oauth/account'))).toBe(ours);
    });

    it('that an administrator of several portals has entered, and has none on other pages', async () => {
      const browser = await signedIn('multi@a.example');
      for (const [path, name] of [
        ['/oauth/account', ours],
        ['/oauth/account/applications', ours],
        ['/oauth/account/applications?portal=1', 'Acme'],
        ['/oauth/account/applications?portal=2', 'Globex'],
        [`/oauth/account/leave?account=${accounts.multiB}`, 'Globex'],
        ['/oauth/nothing-here?portal=1', ours],
      ] as const)
        expect([path, nameOn(await browser.get(path, { accept: 'text/html' }))]).toEqual([path, name]);
    });

    it('of an invitation, and has none once it is gone', async () => {
      const person = await offering.person(1);
      const offer = await offering.offer(person.id);
      const browser = await offering.signedIn(person);
      const path = `/oauth/account/offer?account=${offer}`;
      expect(nameOn(await browser.get(path))).toBe('Globex');
      expect(nameOn(await (await offering.signedIn(await offering.person(1))).get(path))).toBe(ours);
    });

    it('that mailed the link, regardless of the signed-in person; none on a link that a person requested', async () => {
      const browser = await signedIn('admin@b.example');
      for (const [portalId, name] of [
        [1, 'Acme'],
        [null, ours],
      ] as const) {
        const link = await passwordToken(stack, 2, portalId);
        expect(nameOn(await browser.get(`/oauth/password/set?token=${link}`))).toBe(name);
        const differs = { password: 'Quite-new-5678', repeated: 'other' };
        expect(nameOn(await browser.submit('/oauth/password/set', differs))).toBe(name);
      }
      const dead = await browser.get('/oauth/password/set?token=x');
      expect([dead.status, nameOn(dead)]).toEqual([400, 'Globex']);
    });

    it('of the requesting application, from the first page to the refusal', async () => {
      const browser = new TestBrowser(stack);
      expect(nameOn(await browser.get(authorizePath(C1, { redirect: 'false' })))).toBe('Acme');
      expect(nameOn(await browser.login(undefined, 'wrong'))).toBe('Acme');
      expect(nameOn(await browser.login())).toBe('Acme');
      const consent = browser.form('/oauth/authorize/consent');
      const stale = await browser.post(consent.action, { ...consent.fields, csrf: 'x', decision: 'allow' });
      expect([stale.status, nameOn(stale)]).toEqual([403, 'Acme']);
      const answer = { ...consent.fields, decision: 'allow' };
      expect(nameOn(await browser.post(consent.action, answer))).toBe('Acme');
      const again = await browser.post(consent.action, answer);
      expect([again.status, nameOn(again)]).toEqual([400, 'Acme']);
    });

    it('that a link signs in to, also where it is wrong', async () => {
      const browser = new TestBrowser(stack);
      const link = await oneTimeToken(stack, accounts.learnerA);
      expect(nameOn(await browser.get(authorizePath(C2, { one_time_token: link })))).toBe('Acme');
      expect(nameOn(await browser.submit('/oauth/authorize/one-time'))).toBe('Acme');
      expect(nameOn(await browser.get('/oauth/account'))).toBe('Acme');
      const host = { host: 'b.learning.localhost', accept: 'text/html' };
      const dead = await requestHost(`${stack.url}/?oneTimeToken=x`, host);
      expect([dead.status, nameOn(dead)]).toEqual([400, 'Globex']);
      const nowhere = await requestHost(`${stack.url}/oauth/x`, host);
      expect([nowhere.status, nameOn(nowhere)]).toEqual([404, 'Globex']);
    });
  });

  describe('no portal has its name on', () => {
    it('a password page for an application without a portal, or for the account page', async () => {
      const browser = new TestBrowser(stack);
      expect(nameOn(await browser.get('/oauth/account'))).toBe(ours);
      expect(nameOn(await browser.get(authorizePath(C2, { prompt: 'login' })))).toBe(ours);
      await browser.login();
      // a repeated login; the only portal of the person is known now
      expect(nameOn(await browser.follow(await browser.get(authorizePath(C2, { prompt: 'login' }))))).toBe(
        ours,
      );
      const onHost = await requestHost(`${stack.url}/oauth/account`, { host: 'b.learning.localhost' });
      expect(nameOn(onHost)).toBe(ours);
    });

    it('the page of another portal’s application, regardless of the person', async () => {
      const browser = await signedIn('admin@a.example');
      const page = await browser.follow(await browser.get(authorizePath(B1)));
      expect(nameOn(page)).toBe('Globex');
      const link = await oneTimeToken(stack, accounts.learnerA);
      const between = await new TestBrowser(stack).get(authorizePath(B1, { one_time_token: link }));
      expect([between.text.includes('Acme'), nameOn(between)]).toEqual([true, ours]);
      await stack.db.many(sql`update auth.clients set status = 0 where client_id = 'b-app'`);
      for (const client of [
        B1,
        { ...B1, redirectUri: 'https://evil.example/' },
        { ...C1, clientId: 'nobody' },
      ]) {
        const unknown = await browser.get(authorizePath(client));
        expect([unknown.status, nameOn(unknown)]).toEqual([400, ours]);
      }
    });

    it('a page for another person’s password', async () => {
      const browser = await signedIn('admin@a.example');
      expect(nameOn(await browser.get('/oauth/account/merge'))).toBe(ours);
      const wrong = { username: 'manager@a.example', password: 'wrong' };
      expect(nameOn(await browser.submit('/oauth/account/merge', wrong))).toBe(ours);
    });

    it('a page that a link names it on without belonging to it', async () => {
      const browser = await signedIn('admin@a.example');
      const foreign = await browser.get('/oauth/account/applications?portal=2');
      expect([foreign.status, nameOn(foreign)]).toEqual([403, 'Acme']);
      const stranger = new TestBrowser(stack);
      for (const path of ['/oauth/account/applications?portal=2', '/oauth/password/forgotten?portal=2'])
        expect(nameOn(await stranger.get(path))).toBe(ours);
    });
  });
});
