import { createHash } from 'node:crypto';
import { BrandedPages } from '../../test/branded-pages.js';
import { useResourceApi } from '../../test/resource-api.js';

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
