import { sql } from '@app/database';
import { describeWith, WAIT_TIMEOUT_MS } from '@app/testing';
import { setTimeout as wait } from 'node:timers/promises';

import { useChromiumPages } from './chromium-pages.js';
import { PartnerSites } from './partner-sites.js';
import { authorizeAddress } from './test-browser.js';

/** contract 3.60 */
describeWith('chromium', 'response_mode=form_post in Chromium', () => {
  const pages = useChromiumPages();
  const sites = new PartnerSites();
  beforeAll(() => sites.start(pages.stack));
  afterAll(() => sites.stop());

  const titles = [
    'http, to a front end on another port',
    'https, to http on loopback',
    'https, to the private scheme of an editor',
  ];
  it.each(titles.flatMap((title) => [true, false].map((script) => [title, script] as const)))(
    '%s, JavaScript %s: the form arrives, and the browser follows where the application sends it',
    async (title, javaScriptEnabled) => {
      await pages.stack.db.many(sql`delete from auth.consents`);
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
        `${pages.issuer}${authorizeAddress({
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
