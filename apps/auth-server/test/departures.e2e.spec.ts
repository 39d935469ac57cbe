import { describeWith } from '@app/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { useChromiumPages } from './chromium-pages.js';
import { testDepartures, type BrowserDriver } from './departures.js';

describeWith('chromium', 'ways out of a form in Chromium', () => {
  const pages = useChromiumPages();
  const driven = (page: Page): BrowserDriver => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    return {
      requested,
      forget: () => void (requested.length = 0),
      goto: (url) => page.goto(url),
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
      const page = await context.newPage();
      page.on('console', (message) => violations.push(message.text()));
      await tests(driven(page));
      expect(violations.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
      await context.close();
    },
  );
});
