import { sql } from '@app/database';
import { likelyFreePort } from '@app/local-services';
import { findPageFaults, pageVariants, type PageBranding, launchChromium } from '@app/testing';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createAuthServer } from '../src/app.js';
import { loadSettings } from '../src/config.js';
import { password, useAuthServers, type AuthStack } from './auth-stack.js';

type Browser = import('playwright-core').Browser;
export type BrowserPage = import('playwright-core').Page;

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 60"><rect width="400" height="60" fill="#ff0"/><circle cx="30" cy="30" r="24" fill="#111"/></svg>';

export interface WindowOptions {
  javaScriptEnabled?: boolean;
  /** With both, pages are examined in each. */
  colorScheme?: 'light' | 'dark' | 'light and dark';
  /** Of the window, in pixels. */
  width?: number;
  /** The browser's language, sent in Accept-Language. */
  locale?: string;
  /** Whether portals have a brand; without it, unless the language is English. */
  branding?: PageBranding;
}

/** Examines the page, once it has an element if a selector is given. */
export type Shot = (step: string, selector?: string) => Promise<void>;

/** Templates that chromium-address.e2e.spec.ts examines. */
export const addressPages = [
  'address',
  'confirm-address',
  'merge',
  'merge-accounts',
  'name',
  'prove-address',
  'undo-address',
];

/** Templates that chromium.e2e.spec.ts examines. */
export const homePages = ['home'];

/** An authorization server and a headless Chromium, for one test file. */
export class ChromiumPages {
  browser!: Browser;
  /** Templates of the pages that were examined, by variant. */
  readonly #examined = new Map<string, Set<string>>();
  /** Closed ones, by whether they run JavaScript: a new one costs Chromium as much as ten pages that are gone to. */
  readonly #closed = { with: [] as BrowserPage[], without: [] as BrowserPage[] };
  readonly #variants = new WeakMap<
    BrowserPage,
    { kind: 'with' | 'without'; schemes: ('light' | 'dark')[]; key: string }
  >();

  /** The logo under any address: a route in Chromium would take its cache away and cost each page a third more. */
  readonly #images = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=3600' }).end(logo);
  });

  /** @param images where the portals' images are */
  constructor(
    readonly stack: AuthStack,
    readonly issuer: string,
    private readonly images: string,
  ) {}

  /** @param hosts names that the browser resolves to this machine */
  async start(hosts: string[] = []): Promise<void> {
    const { app } = await createAuthServer(loadSettings({ ...this.stack.settings, LOG_LEVEL: 'silent' }));
    await app.listen(Number(new URL(this.issuer).port), 'localhost');
    this.stack.apps.push(app);
    this.#images.listen(Number(new URL(this.images).port), 'localhost');
    await once(this.#images, 'listening');
    this.browser = await launchChromium(hosts);
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    this.#images.close();
  }

  /** A browser that remembers nothing, with one empty page; {@link close} makes it one for the next. */
  async open(options: WindowOptions = {}): Promise<BrowserPage> {
    const { javaScriptEnabled = true, colorScheme = 'light', width = 1000, locale = 'en' } = options;
    const { branding = locale === 'en' ? 'plain' : 'branded' } = options;
    const kind = javaScriptEnabled ? 'with' : 'without';
    const page = this.#closed[kind].pop() ?? (await this.#newPage(javaScriptEnabled));
    const schemes = colorScheme.split(' and ') as ('light' | 'dark')[];
    this.#variants.set(page, { kind, schemes, key: [colorScheme, width, locale, branding].join() });
    await this.#brandPortals(branding === 'branded');
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: schemes[0]! });
    await page.setExtraHTTPHeaders({ 'accept-language': locale });
    return page;
  }

  async #newPage(javaScriptEnabled: boolean): Promise<BrowserPage> {
    const context = await this.browser.newContext({ javaScriptEnabled });
    return context.newPage();
  }

  /** Signs out and forgets all else. */
  async close(page: BrowserPage): Promise<void> {
    const context = page.context();
    for (const event of ['console', 'request']) page.removeAllListeners(event);
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.clearCookies();
    await context.clearPermissions();
    try {
      await page.goto('about:blank');
      this.#closed[this.#variants.get(page)!.kind].push(page);
    } catch {
      // it is still on its way to a page that a test sent it to; Chromium may never close such a context, so it stays
      // until the browser ends
    }
  }

  /** Gives the portals a long name, a wide logo and a colour that nobody can read on white; or takes them away. */
  async #brandPortals(isBranded: boolean): Promise<void> {
    await this.stack.db.many(sql`delete from identity.portal_brands`);
    await this.stack.db.many(sql`delete from identity.portal_images`);
    if (!isBranded) return;
    await this.stack.db.many(sql`
      insert into identity.portal_brands (portal_id, name, color)
      select id, 'Akademie der Donaudampfschifffahrtselektrizitätenhauptbetriebswerke', '#ffff00' from identity.portals`);
    await this.stack.db.many(sql`
      insert into identity.portal_images (portal_id, kind, media_type, bytes, digest)
      select id, 'logo', 'image/svg+xml', '<svg/>', repeat('A', 43) from identity.portals`);
  }

  /** Fits into the window, and axe has no findings, in each colour scheme; keeps a picture when they are wanted. */
  async examine(page: BrowserPage, name: string): Promise<void> {
    const { key, schemes } = this.#variants.get(page)!;
    const examined = this.#examined.get(key) ?? new Set();
    this.#examined.set(key, examined.add((await page.getAttribute('body', 'data-page'))!));
    expect(await findPageFaults(page, name, schemes)).toEqual([]);
    // password managers look for the name beside the password, and at no field of the type hidden
    const nameless = await page.evaluate<string[]>(
      `[...document.forms].filter((form) => form.querySelector('[autocomplete$="-password"]')
        && !form.querySelector('[autocomplete="username"]:not([type="hidden"])')).map(({ action }) => action)`,
    );
    expect([name, nameless]).toEqual([name, []]);
  }

  /** A test in each variant, which examines the pages that `walk` goes to. */
  testVariants(title: string, walk: (page: BrowserPage, shot: Shot, variant: string) => Promise<void>): void {
    it.each(pageVariants)(`${title}: %s, %i px, %s, %s`, async (colorScheme, width, locale, branding) => {
      const page = await this.open({ colorScheme, width, locale, branding });
      const variant = `${width}-${locale}-${branding}`;
      const shot: Shot = async (step, selector) => {
        if (selector !== undefined) await page.waitForSelector(selector);
        await this.examine(page, `${step}-${variant}`);
      };
      await walk(page, shot, variant);
      await this.close(page);
    });
  }

  /** Which of these templates was not examined in each variant. */
  missing(templates: readonly string[]): string[] {
    return pageVariants.flatMap((variant) =>
      templates
        .filter((template) => !this.#examined.get(variant.join())?.has(template))
        .map((template) => `${template}: ${variant.join()}`),
    );
  }

  async login(page: BrowserPage, username = 'admin@a.example', secret = password): Promise<void> {
    await page.fill('#username', username);
    await page.fill('#password', secret);
    await page.click('form[action="/oauth/authorize/login"] button[type=submit]');
  }
}

/** The issuer must be the URL that the browser uses, so the port must be known before the server starts. */
export function useChromiumPages(
  extra: (port: number) => Record<string, string> = () => ({}),
  hosts: string[] = [],
): ChromiumPages {
  const port = likelyFreePort();
  const issuer = `http://localhost:${port}`;
  const images = `http://localhost:${likelyFreePort()}`;
  const stack = useAuthServers(0, { AUTH_PUBLIC_URL: issuer, API_PUBLIC_URL: images, ...extra(port) });
  const pages = new ChromiumPages(stack, issuer, images);
  beforeAll(() => pages.start(hosts));
  afterAll(() => pages.stop());
  return pages;
}
