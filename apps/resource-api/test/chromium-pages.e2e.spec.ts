import { describeWith, findPageFaults, pageVariants, launchChromium } from '@app/testing';
import type { Browser, Page } from 'playwright-core';
import { BrandedPages } from './branded-pages.js';
import { useResourceApi } from './resource-api.js';

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 60"><rect width="400" height="60" fill="#ff0"/><circle cx="30" cy="30" r="24" fill="#111"/></svg>';

describeWith('chromium', 'every page of the resource API in Chromium', () => {
  const api = useResourceApi();
  const pages = new BrandedPages(api);
  let browser: Browser;

  beforeAll(async () => {
    await pages.prepare('Akademie der Donaudampfschifffahrtselektrizitätenhauptbetriebswerke');
    browser = await launchChromium(['*.learning.localhost']);
  });
  afterAll(() => browser?.close());

  /** The faults of the page; a player is examined at each of its parts. */
  async function examine(page: Page, name: string, schemes: ('light' | 'dark')[]): Promise<string[]> {
    const faults = await findPageFaults(page, name, schemes);
    const next = page.locator('[data-next]:visible');
    if ((await next.count()) === 0) return faults;
    await next.click();
    await page.locator('input[type=radio]:visible').first().waitFor();
    faults.push(...(await findPageFaults(page, `${name}-quiz`, schemes)));
    return faults;
  }

  it.each(pageVariants)(
    'fits into the window and has no axe findings: %s, %i px, %s, %s',
    async (scheme, width, locale, branding) => {
      const schemes = scheme.split(' and ') as ('light' | 'dark')[];
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: schemes[0]!,
      });
      const page = await context.newPage();
      await page.setExtraHTTPHeaders({ 'accept-language': locale });
      await page.route('**/branding/*', (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: logo }),
      );
      const account = branding === 'branded' ? pages.acme : pages.plain;
      const faults: string[] = [];
      for (const [route, name, shown] of pages.all) {
        const { path, host } = shown.visit(account, locale);
        const address = new URL(path, api.http.baseUrl);
        if (host !== undefined) address.hostname = host;
        const answer = await page.goto(address.href);
        expect([route, name, answer?.status()]).toEqual([route, name, shown.status]);
        expect(await page.getAttribute('html', 'lang')).toBe(locale);
        const picture = `api-${route.replace(/\W+/g, '')}-${name.replace(/\W+/g, '-')}-${width}-${locale}-${branding}`;
        faults.push(...(await examine(page, picture, schemes)));
      }
      expect(faults).toEqual([]);
      await context.close();
    },
  );
});
