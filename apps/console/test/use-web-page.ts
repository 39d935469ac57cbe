import type { Page } from 'playwright-core';
import { WebHarness, type HarnessRequest } from './web-harness.js';
import { pageErrors, WebBrowser, type WebLook } from './web-page.js';

interface WebPages {
  harness: WebHarness;
  browser: WebBrowser;
  /** Goes to a path of the console. */
  open: (path: string) => Promise<unknown>;
  /** The requests of the page so far. */
  sent: (method: string, path: RegExp) => HarnessRequest[];
}

/**
 * The built pages in Chromium, with the usual answers. Each test of the block has an empty page, in which nothing may go
 * wrong.
 * @param onOpened gets the page of each test
 * @param look of the page, where it is not the usual one
 */
export function useWebPage(onOpened: (page: Page) => void, look: WebLook = {}): WebPages {
  const [harness, browser] = [new WebHarness(), new WebBrowser()];
  let page: Page;
  beforeAll(() => Promise.all([harness.listen(), browser.launch()]));
  beforeEach(async () => {
    harness.answer();
    harness.requests.length = 0;
    page = await browser.open(look);
    onOpened(page);
  });
  afterEach(async () => {
    expect(pageErrors(page)).toEqual([]);
    await browser.close(page);
  });
  afterAll(() => Promise.all([browser.stop(), harness.stop()]));
  return {
    harness,
    browser,
    open: (path) => page.goto(harness.url + path),
    sent: (method, path) =>
      harness.requests.filter((request) => request.method === method && path.test(request.path)),
  };
}
