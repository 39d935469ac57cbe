import { readFileSync } from 'node:fs';
import { describeWith, findPageFaults, launchChromium } from '@app/testing';
import { useResourceApi } from '../../test/resource-api.js';
import { guides } from './guides.js';

const api = useResourceApi();
const address = (guide: string) => `${api.http.baseUrl}/docs/guides/${guide}`;
const names = Object.keys(guides);

describe('GET /docs/guides/{guide}', () => {
  it.each(names)('is Markdown for programs and a page for browsers: %s', async (name) => {
    const read = async (accept: string) => {
      const answer = await fetch(address(name), { headers: { accept } });
      return { type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const program = await read('*/*');
    expect(program.type).toBe('text/plain; charset=utf-8');
    expect(program.text).toMatch(/^# /);
    const browser = await read('text/html,*/*;q=0.8');
    expect(browser.type).toBe('text/html; charset=utf-8');
    expect(browser.text).toContain(`aria-current="page">${guides[name as keyof typeof guides]}<`);
  });

  it('has the addresses of these servers', async () => {
    const answer = await fetch(address('sign-in-with-us.md'));
    const text = await answer.text();
    expect(text).toContain(`curl -s ${api.settings.AUTH_PUBLIC_URL}/oauth/token`);
    expect(text).not.toContain('localhost:4000');
  });

  it('begins with the partner guide', async () => {
    const answer = await fetch(`${api.http.baseUrl}/docs/guides`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs/guides/partner-guide.md']);
  });

  describeWith('chromium', 'in Chromium', () => {
    let browser: Awaited<ReturnType<typeof launchChromium>>;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    it.each([360, 1280])('shows headings, tables and links that lead somewhere, in %i px', async (width) => {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      const faults: string[] = [];
      const links = new Set<string>();
      for (const name of names) {
        await page.goto(address(name));
        await page.locator('article h1').waitFor();
        expect(await page.locator('#markdown').isVisible()).toBe(false);
        faults.push(...(await findPageFaults(page, `guide-${name}-${width}`, ['light', 'dark'])));
        const hrefs = await page
          .locator('a')
          .evaluateAll((all) => all.map((link) => String(Reflect.get(link, 'href'))));
        for (const href of hrefs) if (href.startsWith(api.http.baseUrl)) links.add(href);
      }
      expect(faults).toEqual([]);
      for (const link of links) {
        expect([link, (await fetch(link)).status]).toEqual([link, 200]);
        const { hash } = new URL(link);
        if (hash === '') continue;
        await page.goto(link);
        await page.locator(`[id="${decodeURIComponent(hash.slice(1))}"]`).waitFor();
      }
      expect(await page.locator('article table').count()).toBeGreaterThan(0);
      await page.close();
    });

    it('lists the steps of a drawing, all of them', async () => {
      const page = await browser.newPage();
      await page.goto(address('grants.md'));
      await page.locator('ol.steps').first().waitFor();
      const arrows = readFileSync('docs/grants.md', 'utf8').match(/->>/g)!;
      expect(await page.locator('ol.steps li').count()).toBe(arrows.length);
      const words = await page.locator('ol.steps').first().innerText();
      expect(words).toMatch(/Person → Application\s+Connect\s/);
      expect(words).not.toContain('undefined');
      await page.close();
    });

    it('is readable without a script', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(address('webhooks.md'));
      await page.locator('#markdown', { hasText: '# ' }).waitFor();
      await context.close();
    });
  });
});
