import { createHash } from 'node:crypto';
import { useResourceApi } from '../../test/resource-api.js';

const api = useResourceApi();
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const open = (headers: Record<string, string> = {}, path = '/') =>
  fetch(`${api.http.baseUrl}${path}`, { headers: { accept: browser, ...headers } });

describe('GET / of the resource API', () => {
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
