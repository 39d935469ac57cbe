import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describeWith, findPageFaults, launchChromium } from '@app/testing';
import { BrandedPages } from '../../test/branded-pages.js';
import { useResourceApi } from '../../test/resource-api.js';
import { guides } from '../guides/guides.js';

const api = useResourceApi();

describe('Every page of the resource API', () => {
  const pages = new BrandedPages(api);
  beforeAll(() => pages.prepare('</style><b>Acme</b>'));

  it('is in the list: no other route answers with one', async () => {
    const foundNames: string[] = [];
    for (const { method, url } of api.server.routes.entries) {
      if (method !== 'GET' || url.startsWith('/docs')) continue; // Swagger UI is a library's
      const { headers } = await pages.open({ path: url.replace(/[:*]\w*/g, 'x') });
      if (String(headers['content-type']).startsWith('text/html')) foundNames.push(url);
    }
    expect([...new Set(foundNames)].sort()).toEqual(Object.keys(pages.byRoute).sort());
  });

  it.each(pages.all)('has the portal’s name, images and colour: %s, %s', async (_, __, page) => {
    const { status, text, headers } = await pages.open(page.visit(pages.acme));
    expect(status).toBe(page.status);
    expect(text).toContain('<bdi>&lt;/style&gt;&lt;b&gt;Acme&lt;/b&gt;</bdi>');
    const image = `${api.settings.API_PUBLIC_URL}/branding/[\\w-]{43}`;
    expect(text).toMatch(new RegExp(`<img class="logo" src="${image}" alt="" />`));
    expect(text).toMatch(new RegExp(`<link rel="icon" href="${image}" />`));
    expect(text).toMatch(/:root \{ --accent: #[0-9a-f]{6}; --on-accent: #ffffff; \}/);
    expect(text).toContain('var(--accent)');
    expect(text).not.toContain('Hostile');
    expect(headers['content-security-policy']).toMatch(/img-src ([^;]* )?https:/);
  });

  it.each(pages.all)('has none elsewhere, not even the provider’s: %s, %s', async (_, __, page) => {
    const { status, text } = await pages.open(page.visit(pages.plain));
    expect(status).toBe(page.status);
    expect(text).not.toMatch(/rel="icon"|--accent: #ff0000|Hostile|Acme/);
  });

  it('has that of a portal whose account was blocked', async () => {
    const { status, text } = await pages.open(pages.preview('en', pages.blocked));
    expect([status, text.includes('Acme')]).toEqual([403, true]);
  });

  it('has no branding if the portal is unknown', async () => {
    const { path: previewPath } = pages.preview('en', pages.acme);
    for (const path of [`${previewPath}x`, '/preview/x', '/launch/x', '/']) {
      const { text } = await pages.open({ path });
      expect([path, text.includes('Acme')]).toEqual([path, false]);
    }
  });

  it.each([
    ['en', 'This preview has ended', 'This course cannot be started'],
    ['de', 'Diese Vorschau ist abgelaufen', 'Dieser Kurs kann nicht gestartet werden'],
    ['fr', 'Cet aperçu a expiré', 'Ce cours ne peut pas démarrer'],
  ])('refuses in the browser’s language: %s', async (language, ...titles) => {
    for (const [index, path] of ['/preview/x', '/launch/x'].entries()) {
      const { text } = await pages.open({ path }, { 'accept-language': language });
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(`<h1>${titles[index]}</h1>`);
    }
  });
});

describe('GET / of the resource API', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const open = (headers: Record<string, string> = {}, path = '/') =>
    fetch(`${api.http.baseUrl}${path}`, { headers: { accept: browser, ...headers } });

  it.each([
    ['en', 'Applications use this address'],
    ['de', 'Über diese Adresse finden Anwendungen Kurse'],
    ['fr', 'Les applications passent par cette adresse'],
  ])('is a page in the browser’s language: %s', async (language, text) => {
    const page = await open({ 'accept-language': language });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(text);
  });

  it('runs no scripts, and its stylesheet matches the hash in its policy', async () => {
    const page = await open();
    const style = /<style>([^]*?)<\/style>/.exec(await page.text())![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
  });

  it('links only to pages that exist', async () => {
    const html = await (await open()).text();
    const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!);
    const ownLinks = links.filter((href) => href.startsWith('/'));
    expect(ownLinks).toEqual(['/docs', '/docs-json']);
    for (const href of ownLinks) expect([href, (await open({}, href)).status]).toEqual([href, 200]);
    expect(links.filter((href) => !href.startsWith('/')).every((href) => /^https?:\/\//.test(href))).toBe(
      true,
    );
  });

  it('is 404 in JSON for programs', async () => {
    for (const accept of ['application/json', '*/*']) {
      const answer = await open({ accept });
      expect([answer.status, await answer.json()]).toMatchObject([404, { error_code: 'not_found' }]);
    }
  });
});

describe('GET /docs/guides/{guide}', () => {
  const address = (guide: string) => `${api.http.baseUrl}/docs/guides/${guide}`;
  const names = Object.keys(guides);

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
