import type { Page } from 'playwright-core';
import { WebHarness, type HarnessRequest } from './web-harness.js';
import { pageErrors, WebBrowser, type WebPageOptions } from './web-page.js';

interface WebPages {
  harness: WebHarness;
  browser: WebBrowser;
  /** Goes to a path of the console. */
  open: (path: string) => Promise<unknown>;
  /** The requests of the page so far. */
  sent: (method: string, path: RegExp) => HarnessRequest[];
}

/**
 * Chromium for the tests of a block, each of which has an empty page, in which nothing may go wrong.
 * @param onOpened gets the page of each test
 * @param options of the page, by default those of WebBrowser.open
 */
export function useBrowserPage(onOpened: (page: Page) => void, options: WebPageOptions = {}): WebBrowser {
  const browser = new WebBrowser();
  let page: Page;
  beforeAll(() => browser.start());
  beforeEach(async () => {
    page = await browser.open(options);
    onOpened(page);
  });
  afterEach(async () => {
    expect(pageErrors(page)).toEqual([]);
    await browser.close(page);
  });
  afterAll(() => browser.stop());
  return browser;
}

/** The same at the built pages, with the usual answers. */
export function useWebPage(onOpened: (page: Page) => void, options: WebPageOptions = {}): WebPages {
  const harness = new WebHarness();
  let page: Page;
  beforeAll(() => harness.start());
  beforeEach(() => {
    harness.answer();
    harness.requests.length = 0;
  });
  const browser = useBrowserPage((opened) => onOpened((page = opened)), options);
  afterAll(() => harness.stop());
  return {
    harness,
    browser,
    open: (path) => page.goto(harness.url + path),
    sent: (method, path) =>
      harness.requests.filter((request) => request.method === method && path.test(request.path)),
  };
}
