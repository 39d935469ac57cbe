import { sql } from '@app/database';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { request } from 'undici';
import { OPS, useAuthServers } from '../../../test/auth-stack.js';
import { parseForms } from '../../../test/test-browser.js';

const production = parseEnv(
  readFileSync(join(process.cwd(), 'k8s/overlays/production/settings/settings.env'), 'utf8'),
) as Record<'AUTH_PUBLIC_URL' | 'API_PUBLIC_URL' | 'PORTAL_DOMAIN', string>;
const ownHost = new URL(production.AUTH_PUBLIC_URL).host;
const api = new URL(production.API_PUBLIC_URL).host;

describe('the addresses of the production overlay, which lie under the portal domain', () => {
  const stack = useAuthServers(1, {
    AUTH_PUBLIC_URL: production.AUTH_PUBLIC_URL,
    API_PUBLIC_URL: production.API_PUBLIC_URL,
    PORTAL_DOMAIN: production.PORTAL_DOMAIN,
    // where portals use another port, our forms and theirs have different origins
    PORTAL_ORIGIN: 'https://{portal}:8443',
  });
  const fetchPath = async (path: string, headers: Record<string, string> = {}, body?: string) => {
    const answer = await request(`${stack.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        host: ownHost,
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };

  it('are under the portal domain', () =>
    expect(ownHost.endsWith(`.${production.PORTAL_DOMAIN}`)).toBe(true));

  it.each([ownHost, `${ownHost}:443`, ownHost.toUpperCase(), `${ownHost}.`, api])(
    'answer programs on the host %s',
    async (host) => {
      for (const path of [
        '/.well-known/oauth-authorization-server',
        '/.well-known/jwks.json',
        '/docs-json',
      ]) {
        const answer = await fetchPath(path, { host, accept: 'application/json' });
        expect([path, answer.status]).toEqual([path, 200]);
        expect(() => JSON.parse(answer.text)).not.toThrow();
      }
      const clients = await fetchPath('/client', { host });
      expect([clients.status, clients.headers['content-type']]).toEqual([
        401,
        expect.stringContaining('application/json'),
      ]);
      expect(clients.headers['access-control-allow-origin']).toBe('*');
    },
  );

  it('issue tokens there', async () => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: OPS.clientId,
      client_secret: OPS.secret,
    });
    expect((await fetchPath('/oauth/token', {}, body.toString())).status).toBe(200);
  });

  it('accept forms from their own pages, but not from portal hosts', async () => {
    const shown = await fetchPath('/oauth/password/forgotten');
    const form = parseForms(shown.text)[0]!;
    const cookie = [shown.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
    const sent = (origin: string) =>
      fetchPath(
        form.action,
        { cookie: cookie.join('; '), origin, 'sec-fetch-site': 'same-origin' },
        new URLSearchParams({ ...form.fields, email: 'learner@a.example' }).toString(),
      );
    expect((await sent(`https://${ownHost}:8443`)).status).toBe(403);
    expect((await sent(production.AUTH_PUBLIC_URL)).status).toBe(200);
  });

  it('still show portals on their hosts, and no portal with their own name', async () => {
    const portal = `acme.${production.PORTAL_DOMAIN}`;
    await stack.db.many(sql`
      insert into identity.portals (id, name, title)
      values (1001, ${portal}, 'Acme'), (1002, ${ownHost}, 'Auth')`);
    const page = await fetchPath('/', { host: portal });
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    expect((await fetchPath('/', { accept: 'application/json' })).status).toBe(404);
  });
});
