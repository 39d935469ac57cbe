import { sql } from '@app/database';
import { listen } from '@app/local-services';
import { describeWith } from '@app/testing';
import { createServer, type Server } from 'node:http';
import { C2 } from './auth-stack.js';
import { useChromiumPages, type BrowserPage } from './chromium-pages.js';
import { post } from './requests.js';
import { authorizeAddress } from './test-browser.js';

describeWith('chromium', 'an application of another site signs people out in Chromium', () => {
  const pages = useChromiumPages();
  const { stack, issuer } = pages;
  let partner: Server;
  /** Not the site of the server, which is at localhost: its cookies stay away from what this one embeds and posts. */
  let origin: string;
  /** The body of the partner's pages. */
  let shown = '';
  let page: BrowserPage;
  let hint: string;

  beforeAll(async () => {
    partner = createServer((_, reply) => {
      reply.setHeader('content-type', 'text/html');
      reply.end(`<!doctype html><title>partner</title>${shown}`);
    });
    origin = `http://127.0.0.1:${await listen(partner)}`;
    await stack.register({
      ...C2,
      clientId: 'partner',
      name: 'Partner',
      redirectUri: `${origin}/cb`,
      postLogoutRedirectUris: [`${origin}/bye`],
    });
  });
  afterAll(() => {
    partner.close();
    partner.closeAllConnections();
  });

  beforeEach(async () => {
    shown = '';
    page = await pages.open();
    const client = { client_id: 'partner', redirect_uri: `${origin}/cb` };
    await page.goto(`${issuer}${authorizeAddress({ ...client, scope: 'openid' })}`);
    await pages.login(page, 'learner@a.example');
    await page.click('button[value=allow]');
    await page.waitForURL(`${origin}/cb**`);
    const code = new URL(page.url()).searchParams.get('code')!;
    const form = { grant_type: 'authorization_code', code, client_secret: C2.secret, ...client };
    hint = (await post(`${issuer}/oauth/token`, form)).body.id_token as string;
  });
  afterEach(async () => {
    await stack.db.many(sql`delete from auth.consents`);
    await pages.close(page);
  });

  const logout = () =>
    `${issuer}/oauth/logout?${new URLSearchParams({
      id_token_hint: hint,
      post_logout_redirect_uri: `${origin}/bye`,
      state: 's',
    }).toString()}`;
  const isSignedIn = async () => {
    await page.goto(`${issuer}/oauth/account`);
    return (await page.locator('form[action="/oauth/sign-out"]').count()) === 1;
  };

  it('by a link', async () => {
    shown = `<a href="${logout().replaceAll('&', '&amp;')}">sign out</a>`;
    await page.goto(origin);
    await page.click('a');
    await page.waitForURL(`${origin}/bye?state=s`);
    expect(await isSignedIn()).toBe(false);
  });

  it('by a form that it posts', async () => {
    shown = `<form method="post" action="${issuer}/oauth/logout">
      <input name="id_token_hint" value="${hint}"><input name="state" value="s">
      <input name="post_logout_redirect_uri" value="${origin}/bye"><button>sign out</button></form>`;
    await page.goto(origin);
    await page.click('button');
    await page.waitForURL(`${origin}/bye?state=s`);
    expect(await isSignedIn()).toBe(false);
  });

  it('and neither by an image nor by a frame', async () => {
    const address = logout().replaceAll('&', '&amp;');
    shown = `<img src="${address}"><iframe src="${address}"></iframe>`;
    await page.goto(origin, { waitUntil: 'load' });
    expect(await isSignedIn()).toBe(true);
  });

  it('by a confirmation page, with a link back', async () => {
    const other = await pages.open();
    await other.goto(`${issuer}/oauth/account`);
    await pages.login(other, 'multi@a.example');
    await other.goto(logout());
    expect(await other.textContent('main')).toContain('“Partner” has asked to sign you out.');
    await other.click('form[action="/oauth/logout/confirm"] button');
    await other.click('text=Back to Partner');
    await other.waitForURL(`${origin}/bye?state=s`);
    await pages.close(other);
    expect(await isSignedIn()).toBe(true);
  });
});
