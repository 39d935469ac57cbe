import { likelyFreePort } from '@app/local-services';
import { describeWith, Firefox, PATIENCE_MS } from '@app/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { setTimeout as wait } from 'node:timers/promises';
import { password, rows, startServer, useAuthServers } from './auth-stack.js';
import { useChromiumPages } from './chromium-pages.js';
import { PartnerSites, type PartnerSite } from './partner-sites.js';
import { authorizeAddress } from './test-browser.js';

/** The actions of these tests in a browser. */
interface Driven {
  /** Addresses that it has asked for, and private ones that it has opened. */
  readonly requested: string[];
  forget(): void;
  goto(url: string): Promise<unknown>;
  fill(selector: string, text: string): Promise<unknown>;
  click(selector: string): Promise<unknown>;
  count(selector: string): Promise<number>;
  url(): Promise<string>;
}

async function until(condition: () => Promise<boolean>, what: () => string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > end) throw new Error(what());
    await wait(50);
  }
}

const titles = [
  'http, to a front end on another port',
  'https, to http on loopback',
  'https, to the private scheme of an editor',
  'a private scheme at once',
];
const cases = (names: readonly string[]) =>
  names.flatMap((title) => [true, false].map((script) => [title, script] as const));

/** After each form that ends at an application, the browser ends where the application sends it. */
function departures(
  issuer: () => string,
  stack: ReturnType<typeof useAuthServers>,
  drive: (javaScriptEnabled: boolean, tests: (browser: Driven) => Promise<void>) => Promise<void>,
): void {
  const sites = new PartnerSites();
  beforeAll(() => sites.start(stack));
  afterAll(() => sites.stop());

  /** It reached the application with this answer, and the place that the application named. */
  async function expectArrival(browser: Driven, site: PartnerSite, answer: string): Promise<void> {
    const listRequested = () => browser.requested.join('\n');
    if (site.callback) {
      await until(
        () => Promise.resolve(site.callback!.requests.some((url) => url.includes(answer))),
        listRequested,
      );
    }
    if (site.end !== undefined)
      return until(async () => (await browser.url()).startsWith(site.end!), listRequested);
    const scheme = site.callback?.location ?? `${site.redirectUri}?${answer}`;
    return until(
      () => Promise.resolve(browser.requested.some((url) => url.startsWith(scheme))),
      listRequested,
    );
  }

  it.each(cases(titles))('%s, JavaScript %s', async (title, javaScriptEnabled) => {
    const site = sites.all.find((one) => one.title === title)!;
    await rows(stack, 'delete from auth.consents');
    const begin = async (browser: Driven, query: Record<string, string> = {}) => {
      const clientFields = { client_id: site.clientId, redirect_uri: site.redirectUri, scope: 'lo.read' };
      if (site.callback) site.callback.requests.length = 0;
      browser.forget();
      await browser.goto(`${issuer()}${authorizeAddress({ ...clientFields, ...query })}`);
    };
    const shown = (browser: Driven, selector: string) =>
      until(
        async () => (await browser.count(selector)) > 0,
        () => `${selector} is not shown`,
      );
    const login = async (browser: Driven) => {
      await browser.fill('#username', 'admin@b.example');
      await browser.fill('#password', password);
      await browser.click('form[action="/oauth/authorize/login"] button[type=submit]');
    };
    await drive(javaScriptEnabled, async (browser) => {
      await begin(browser);
      await login(browser);
      await shown(browser, 'button[value=deny]');
      await browser.click('button[value=deny]');
      await expectArrival(browser, site, 'error=access_denied');
      await begin(browser);
      await shown(browser, 'button[value=allow]');
      await browser.click('button[value=allow]');
      await expectArrival(browser, site, 'code=code_');
      // with a remembered consent, the login form is the last one
      await begin(browser, { prompt: 'login' });
      await login(browser);
      await expectArrival(browser, site, 'code=code_');
      // without a form: a plain redirect
      await begin(browser).catch(() => undefined); // no page is loaded at a private scheme
      await expectArrival(browser, site, 'code=code_');
    });
  });
}

describeWith('chromium', 'ways out of a form in Chromium', () => {
  const pages = useChromiumPages();
  const driven = (page: Page): Driven => {
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
  departures(
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

describeWith('firefox', 'ways out of a form in Firefox', () => {
  const port = likelyFreePort();
  const issuer = `http://localhost:${port}`;
  const stack = useAuthServers(0, { AUTH_PUBLIC_URL: issuer });
  /** By whether they run JavaScript, which is a setting of the whole browser; to start one costs more than the tests. */
  const started = new Map<boolean, Firefox>();
  beforeAll(() => startServer(stack, port));
  afterAll(() => Promise.all([...started.values()].map((firefox) => firefox.stop())));
  departures(
    () => issuer,
    stack,
    async (javaScriptEnabled, tests) => {
      const firefox = started.get(javaScriptEnabled) ?? (await Firefox.start(javaScriptEnabled));
      started.set(javaScriptEnabled, firefox);
      await firefox.reset();
      await tests(firefox);
    },
  );
});
