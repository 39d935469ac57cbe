import { sql } from '@app/database';
import { eventually } from '@app/testing';
import { password, type AuthStack } from './auth-stack.js';
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
    const { callback, end } = site;
    const hasAnswer = (urls: readonly string[]) => urls.some((url) => url.includes(answer));
    if (callback) await eventually('the answer', () => callback.requests, hasAnswer);
    if (end !== undefined)
      return void (await eventually(
        'its end',
        () => browser.url(),
        (url) => url.startsWith(end),
      ));
    const scheme = callback?.location ?? `${site.redirectUri}?${answer}`;
    const hasScheme = (urls: readonly string[]) => urls.some((url) => url.startsWith(scheme));
    await eventually(scheme, () => browser.requested, hasScheme);
  }

  it.each(cases(titles))('%s, JavaScript %s', async (title, javaScriptEnabled) => {
    const site = sites.all.find((one) => one.title === title)!;
    await stack.db.many(sql`delete from auth.consents`);
    const begin = async (browser: BrowserDriver, query: Record<string, string> = {}) => {
      const clientFields = { client_id: site.clientId, redirect_uri: site.redirectUri, scope: 'lo.read' };
      if (site.callback) site.callback.requests.length = 0;
      browser.forget();
      await browser.goto(`${issuer()}${authorizeAddress({ ...clientFields, ...query })}`);
    };
    const shown = (browser: BrowserDriver, selector: string) =>
      eventually(selector, () => browser.count(selector).catch(() => 0));
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
