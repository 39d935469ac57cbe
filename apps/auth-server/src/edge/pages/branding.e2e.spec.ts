import { sql } from '@app/database';
import { request } from 'undici';
import { C1, useAuthServers } from '../../../test/auth-stack.js';
import { authorizeAddress, TestBrowser } from '../../../test/test-browser.js';

const API = 'https://api.example';

describe('pages of a portal with a brand', () => {
  const stack = useAuthServers(1, { API_PUBLIC_URL: API });
  const digest = 'A'.repeat(43);

  beforeAll(async () => {
    await stack.db.many(sql`
      insert into identity.portal_brands (portal_id, name, color)
      values (1, '<b>Acme</b> Academy', '#ffff00')`);
    await stack.db.many(sql`
      insert into identity.portal_images (portal_id, kind, media_type, bytes, digest)
      values (1, 'logo', 'image/svg+xml', '<svg/>', ${digest})`);
  });

  const onHost = async (host: string) => {
    const answer = await request(`${stack.url}/`, { headers: { host, accept: 'text/html' } });
    return { headers: answer.headers, text: await answer.body.text() };
  };
  const bears = (html: string) => {
    expect(html).toContain('&lt;b&gt;Acme&lt;/b&gt; Academy');
    expect(html).toContain(`src="${API}/branding/${digest}"`);
    expect(html).toContain('href="/oauth/assets/brand.css?color=ffff00"');
  };

  it('show it on the portal’s own host, and may load images only from the resource API', async () => {
    const page = await onHost('a.learning.localhost');
    bears(page.text);
    expect(page.headers['content-security-policy']).toContain(`img-src 'self' ${API};`);
  });

  it('show it for an application of that portal, and once one has been chosen', async () => {
    const browser = new TestBrowser(stack);
    const login = await browser.follow(await browser.get(authorizeAddress({ client_id: C1.clientId })));
    bears(login.text);
    bears((await browser.login()).text);
  });

  it('show our brand otherwise', async () => {
    for (const page of [await onHost('b.learning.localhost'), await onHost('localhost')]) {
      expect(page.text).toContain('<bdi>Learning Platform</bdi>');
      expect(page.text).not.toContain('brand.css');
      expect(page.headers['content-security-policy']).toContain("img-src 'self';");
    }
  });

  it('have a stylesheet with readable colours and nothing else', async () => {
    const style = await fetch(`${stack.url}/oauth/assets/brand.css?color=ffff00`);
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(await style.text()).toMatch(
      /^:root \{ --accent: #[0-9a-f]{6}; --on-accent: #ffffff; \}\n@media \(prefers-color-scheme: dark\)/,
    );
    for (const color of ['', '%231d5bd6', 'fff', 'ffff00;}', 'ffff00&color=000000'])
      expect((await fetch(`${stack.url}/oauth/assets/brand.css?color=${color}`)).status).toBe(404);
  });

  it('have a favicon', async () => {
    const icon = await fetch(`${stack.url}/oauth/assets/favicon.svg`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });
});
