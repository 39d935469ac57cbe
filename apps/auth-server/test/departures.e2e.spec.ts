import { describeWith } from '@app/testing';
import type { BrowserContext } from 'playwright-core';
import { useChromiumPages } from './chromium-pages.js';
import { testDepartures, type BrowserDriver } from './departures.js';

describeWith('chromium', 'ways out of a form in Chromium', () => {
  const pages = useChromiumPages();
  /** Each visit has a page of its own: a private scheme leaves a prompt behind that takes the page's mouse input. */
  const createDriver = async (context: BrowserContext): Promise<BrowserDriver> => {
    const requested: string[] = [];
    context.on('request', (request) => requested.push(request.url()));
    let page = await context.newPage();
    return {
      requested,
      forget: () => void (requested.length = 0),
      goto: async (url) => {
        page = await context.newPage();
        return page.goto(url);
      },
      fill: (selector, text) => page.fill(selector, text),
      click: (selector) => page.click(selector, { noWaitAfter: true }),
      count: (selector) => page.locator(selector).count(),
      url: () => Promise.resolve(page.url()),
    };
  };
  testDepartures(
    () => pages.issuer,
    pages.stack,
    async (javaScriptEnabled, tests) => {
      const context: BrowserContext = await pages.browser.newContext({
        ignoreHTTPSErrors: true,
        javaScriptEnabled,
      });
      const violations: string[] = [];
      context.on('console', (message) => violations.push(message.text()));
      await tests(await createDriver(context));
      expect(violations.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
      await context.close();
    },
  );
});
