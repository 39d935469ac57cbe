import { BrandedPages } from '../../test/branded-pages.js';
import { useResourceApi } from '../../test/resource-api.js';

describe('Every page of the resource API', () => {
  const api = useResourceApi();
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
