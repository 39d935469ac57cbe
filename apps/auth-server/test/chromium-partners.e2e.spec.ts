import { sql } from '@app/database';
import { describeWith, WAIT_TIMEOUT_MS } from '@app/testing';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '@app/local-services';
import { createServer, type Server } from 'node:http';
import { useChromiumPages, type BrowserPage } from './chromium-pages.js';
import { PartnerSites } from './partner-sites.js';
import { authorizeAddress } from './test-browser.js';
import { C2 } from './auth-stack.js';
import { post } from './requests.js';

const pages = useChromiumPages();
const { stack, issuer } = pages;

/** contract 3.60 */
describeWith('chromium', 'response_mode=form_post in Chromium', () => {
  const sites = new PartnerSites();
  beforeAll(() => sites.start(stack));
  afterAll(() => sites.stop());

  const titles = [
    'http, to a front end on another port',
    'https, to http on loopback',
    'https, to the private scheme of an editor',
  ];
  it.each(titles.flatMap((title) => [true, false].map((script) => [title, script] as const)))(
    '%s, JavaScript %s: the form arrives, and the browser follows where the application sends it',
    async (title, javaScriptEnabled) => {
      await stack.db.many(sql`delete from auth.consents`);
      const { clientId, redirectUri, callback, end } = sites.all.find((one) => one.title === title)!;
      const context = await pages.browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled });
      let page = await context.newPage();
      const violations: string[] = [];
      const requested: string[] = [];
      context.on('console', (message) => violations.push(message.text()));
      context.on('request', (request) => requested.push(request.url()));
      const arrival = async (answer: string) => {
        const deadline = Date.now() + WAIT_TIMEOUT_MS;
        // the page itself has arrived where the last address is a page: Chromium sometimes never closes a context
        // while one of its pages is navigating
        const hasFollowed = () =>
          end ? page.url().startsWith(end) : requested.some((url) => url.startsWith(callback!.location));
        const isThere = () =>
          callback!.requests.some((request) => new RegExp(`^/cb#.*${answer}`).test(request)) && hasFollowed();
        while (!isThere() && Date.now() < deadline) {
          // the button, where no script has sent the form
          const button = page.locator(`form[action="${redirectUri}"] button`);
          // it may have gone since it was counted
          if (!javaScriptEnabled && (await button.count()) > 0)
            await button.click({ noWaitAfter: true, timeout: 1_000 }).catch(() => undefined);
          await wait(50);
        }
        expect([answer, isThere(), callback!.requests]).toEqual([answer, true, expect.anything()]);
        callback!.requests.length = 0;
        requested.length = 0;
      };
      const address = (more: Record<string, string> = {}) =>
        `${issuer}${authorizeAddress({
          client_id: clientId,
          redirect_uri: redirectUri,
          scope: 'openid lo.read',
          response_mode: 'form_post',
          ...more,
        })}`;
      const goTo = async (url: string) => {
        // a private scheme leaves a prompt behind that takes the page's mouse input
        page = await context.newPage();
        // the page that sends the form navigates immediately, so its own navigation may never end
        void page.goto(url, { waitUntil: 'commit' }).catch(() => undefined);
      };
      await goTo(address({ scope: 'openid app.write' }));
      // the person has not agreed to this application yet, so we show the error on our own page
      await page.waitForSelector('body[data-page=error]');
      await goTo(address());
      await pages.login(page, 'admin@b.example');
      await page.waitForSelector('button[value=allow]');
      await page.click('button[value=allow]', { noWaitAfter: true });
      await arrival('code=code_');
      await goTo(address({ prompt: 'none' }));
      await arrival('code=code_');
      await goTo(address({ scope: 'openid app.write' }));
      await arrival('error=invalid_scope');
      expect(violations.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
      await context.close();
    },
  );
});

describeWith('chromium', 'an application of another site signs people out in Chromium', () => {
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
