import { sql } from '@app/database';
import { findPortalByName } from '@app/identity';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { accounts, asTransaction, configure, useAuthServers, OPS } from '../../../test/auth-stack.js';
import { oneTimeToken } from '../../../test/links.js';
import { requestHost } from '../../../test/requests.js';
import { parseForms } from '../../../test/test-browser.js';
import { ownPath } from './portal-host.service.js';

const stack = useAuthServers();

describe('login links on portal hosts', () => {
  const host = 'a.learning.localhost';

  const fetchPath = (path: string, headers: Record<string, string> = {}, form?: Record<string, string>) =>
    requestHost(`${stack.url}${path}`, { host, ...headers }, form);

  it('shows "Continue as", signs in only by POST, once, and leads to the portal’s page', async () => {
    const link = await oneTimeToken(stack, accounts.learnerA, 1, '/courses?x=1');
    const page = await fetchPath(`/welcome?oneTimeToken=${link}`);
    expect(page.text).toContain('Continue as Leo Learner');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    const form = parseForms(page.text)[0]!;
    const { cookie } = page;
    const results = await Promise.all(
      Array.from({ length: 20 }, () => fetchPath(form.action, { cookie }, form.fields)),
    );
    const won = results.filter(({ status }) => status === 303);
    expect(won).toHaveLength(1);
    expect(won[0]!.headers['location']).toBe('/courses?x=1');
    const sessions = await stack.db.many(sql`
      select 1 from auth.sessions where only_account_id = ${accounts.learnerA}`);
    expect(sessions).toHaveLength(1);
    const landed = await fetchPath('/courses?x=1', { cookie: `${cookie}; ${won[0]!.cookie}` });
    expect(landed.text).toContain('Welcome to Portal A');
    expect(landed.text).toContain('learner@a.example');
  });

  it('T31 requires a sign-in of a person who lacks a required second factor; the link is not consumed', async () => {
    const demand = (isDemanded: boolean) => configure(stack, 2, { require_second_factor: isDemanded });
    const [toA, toB] = [
      await oneTimeToken(stack, accounts.multiA),
      await oneTimeToken(stack, accounts.multiB, 2),
    ];
    const b = { host: 'b.learning.localhost' };
    await demand(true);
    expect((await fetchPath(`/?oneTimeToken=${toA}`)).text).toContain('Continue as Max Multi');
    const page = await fetchPath(`/?oneTimeToken=${toB}`, b);
    expect([page.status, parseForms(page.text)]).toEqual([403, []]);
    expect(page.text).toContain('requires its administrators to use a second factor');
    expect(page.text).toContain('href="https://auth.test/oauth/account"');
    await demand(false);
    expect((await fetchPath(`/?oneTimeToken=${toB}`, b)).text).toContain('Continue as Max Multi');
  });

  it('looks up a portal without its configuration, which may be large', async () => {
    /** Milliseconds of processor time. */
    const measureFivePages = async () => {
      const started = process.cpuUsage();
      for (let time = 0; time < 5; time += 1) await fetchPath('/');
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1000;
    };
    await measureFivePages(); // the first ones compile
    const small = await measureFivePages();
    await stack.db.many(sql`
      update identity.portals set configuration =
        (select jsonb_object_agg('key_' || n, md5(n::text) || repeat('x', 3000)) from generate_series(1, 8000) n)
       where name = ${host}`);
    const portal = await findPortalByName(asTransaction(stack.db), host.toUpperCase());
    expect(Object.keys(portal!).sort()).toEqual(['id', 'name', 'title']);
    // to read 24 MB took more than a second each time, a hundred times as long as a page
    expect(await measureFivePages()).toBeLessThan(10 * small);
    await stack.db.many(sql`update identity.portals set configuration = '{}' where name = ${host}`);
  });

  it('refuses a link on the host of another portal', async () => {
    const link = await oneTimeToken(stack, accounts.learnerA);
    const page = await fetchPath(`/?oneTimeToken=${link}`, { host: 'b.learning.localhost' });
    expect(page.status).toBe(400);
  });

  it.each(['//evil.test', '/\\evil.test', 'https:evil.test', '/\t/evil.test', '/%09/evil.test/..//evil'])(
    'I08 never redirects to another host: %s',
    (path) => {
      expect(new URL(ownPath(path), 'http://a.learning.localhost').host).toBe('a.learning.localhost');
    },
  );
});

describe('the addresses of the production overlay, which lie under the portal domain', () => {
  const production = parseEnv(
    readFileSync(join(process.cwd(), 'k8s/overlays/production/settings/settings.env'), 'utf8'),
  ) as Record<'AUTH_PUBLIC_URL' | 'API_PUBLIC_URL' | 'PORTAL_DOMAIN', string>;
  const ownHost = new URL(production.AUTH_PUBLIC_URL).host;
  const api = new URL(production.API_PUBLIC_URL).host;

  const stack = useAuthServers(1, {
    AUTH_PUBLIC_URL: production.AUTH_PUBLIC_URL,
    API_PUBLIC_URL: production.API_PUBLIC_URL,
    PORTAL_DOMAIN: production.PORTAL_DOMAIN,
    // where portals use another port, our forms and theirs have different origins
    PORTAL_ORIGIN: 'https://{portal}:8443',
  });
  const fetchPath = (path: string, headers: Record<string, string> = {}, form?: Record<string, string>) =>
    requestHost(`${stack.url}${path}`, { host: ownHost, ...headers }, form);

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
    const form = {
      grant_type: 'client_credentials',
      client_id: OPS.clientId,
      client_secret: OPS.secret,
    };
    expect((await fetchPath('/oauth/token', {}, form)).status).toBe(200);
  });

  it('accept forms from their own pages, but not from portal hosts', async () => {
    const shown = await fetchPath('/oauth/password/forgotten');
    const form = parseForms(shown.text)[0]!;
    const { cookie } = shown;
    const sent = (origin: string) =>
      fetchPath(
        form.action,
        { cookie, origin, 'sec-fetch-site': 'same-origin' },
        { ...form.fields, email: 'learner@a.example' },
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
