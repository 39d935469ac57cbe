import { WAIT_TIMEOUT_MS } from '@app/testing';
import { setTimeout as wait } from 'node:timers/promises';
import { password, rows, type AuthStack } from './auth-stack.js';
import { PartnerSites, type PartnerSite } from './partner-sites.js';
import { authorizeAddress } from './test-browser.js';

/** The actions of these tests in a browser. */
export interface BrowserDriver {
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
  const end = Date.now() + WAIT_TIMEOUT_MS;
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
export function testDepartures(
  issuer: () => string,
  stack: AuthStack,
  drive: (javaScriptEnabled: boolean, tests: (browser: BrowserDriver) => Promise<void>) => Promise<void>,
): void {
  const sites = new PartnerSites();
  beforeAll(() => sites.start(stack));
  afterAll(() => sites.stop());

  /** Waits until the browser has reached the application with this answer, and then the place that the application named. */
  async function expectArrival(browser: BrowserDriver, site: PartnerSite, answer: string): Promise<void> {
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
    const begin = async (browser: BrowserDriver, query: Record<string, string> = {}) => {
      const clientFields = { client_id: site.clientId, redirect_uri: site.redirectUri, scope: 'lo.read' };
      if (site.callback) site.callback.requests.length = 0;
      browser.forget();
      await browser.goto(`${issuer()}${authorizeAddress({ ...clientFields, ...query })}`);
    };
    const shown = (browser: BrowserDriver, selector: string) =>
      until(
        async () => (await browser.count(selector)) > 0,
        () => `${selector} is not shown`,
      );
    const login = async (browser: BrowserDriver) => {
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
