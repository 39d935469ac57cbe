import { useAuthServers } from '../../../test/auth-stack.js';
import { requestHost } from '../../../test/requests.js';

const stack = useAuthServers(1, { PORTAL_FRONT_END: 'https://{portal}{path}' });
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const open = (host: string | undefined, headers: Record<string, string> = {}, path = '/') =>
  requestHost(`${stack.url}${path}`, { accept: browser, ...(host && { host }), ...headers });

describe('GET / of the authorization server', () => {
  it.each([
    ['en-GB,en;q=0.8', 'en', 'This is where people sign in'],
    ['de-AT', 'de', 'Hier melden sich Personen an'],
    ['fr', 'fr', 'C’est ici que l’on se connecte'],
    ['nl', 'en', 'This is where people sign in'],
  ])('is a page in the browser’s language: %s', async (accepted, language, text) => {
    const page = await open(undefined, { 'accept-language': accepted });
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain(`<html lang="${language}">`);
    expect(page.text).toContain(text);
  });

  it('links only to pages that exist, and sets no cookie', async () => {
    const page = await open(undefined);
    expect(page.headers['set-cookie']).toBeUndefined();
    const links = [...page.text.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!);
    expect(links).toContain(`${stack.settings['API_PUBLIC_URL']}/docs`);
    const ownLinks = links.filter((href) => href.startsWith('/'));
    expect(ownLinks).toHaveLength(4);
    for (const href of ownLinks)
      expect([href, (await open(undefined, {}, href)).status]).toEqual([href, 200]);
  });

  it('is 404 in JSON for programs', async () => {
    for (const accept of ['application/json', '*/*']) {
      const answer = await open(undefined, { accept });
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/json']);
    }
  });
});

it('GET /.well-known/change-password redirects to the page that sets a password', async () => {
  const answer = await open(undefined, {}, '/.well-known/change-password');
  expect([answer.status, answer.headers['location']]).toEqual([302, '/oauth/password/forgotten']);
});

it('GET /docs leads to the documents of both servers', async () => {
  const answer = await open(undefined, {}, '/docs');
  expect([answer.status, answer.headers['location']]).toEqual([
    302,
    `${stack.settings['API_PUBLIC_URL']}/docs`,
  ]);
});

describe('GET / on a portal’s host', () => {
  it('names the portal and links to its front end and to the account page', async () => {
    const page = await open('a.learning.localhost', { 'accept-language': 'de' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Willkommen bei Portal A');
    expect(page.text).not.toContain('abgemeldet');
    expect(page.text).toContain('href="https://a.learning.localhost/"');
    expect(page.text).toContain(`href="${stack.settings['AUTH_PUBLIC_URL']}/oauth/account"`);
  });

  it('answers that an unknown portal does not exist, with links', async () => {
    const page = await open('nobody.learning.localhost', { 'accept-language': 'fr' });
    expect(page.status).toBe(404);
    expect(page.text).toContain('Il n’y a pas de portail à cette adresse.');
    expect(page.text).toContain(`href="${stack.settings['AUTH_PUBLIC_URL']}/"`);
    expect(page.text).not.toContain('nobody');
  });

  it('shows the start page of this server for a name that no portal can have', async () => {
    const page = await open('a.b.learning.localhost');
    expect(page.status).toBe(200);
    expect(page.text).toContain('This is where people sign in');
  });
});
