import { sql } from '@app/database';
import { findPortalByName } from '@app/identity';
import { request } from 'undici';
import { accounts, asTransaction, configure, useAuthServers } from '../../../test/auth-stack.js';
import { oneTimeToken } from '../../../test/links.js';
import { parseForms } from '../../../test/test-browser.js';
import { ownPath } from './portal-host.service.js';

const stack = useAuthServers();
const host = 'a.learning.localhost';

const fetchPath = (
  path: string,
  options: { method?: 'POST'; cookie?: string; body?: string; host?: string } = {},
) =>
  request(`${stack.url}${path}`, {
    method: options.method ?? 'GET',
    headers: {
      host: options.host ?? host,
      ...(options.cookie ? { cookie: options.cookie } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(options.body === undefined ? {} : { body: options.body }),
  });

const readCookies = (headers: Record<string, string | string[] | undefined>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');

describe('login links on portal hosts', () => {
  it('shows "Continue as", signs in only by POST, once, and leads to the portal’s page', async () => {
    const link = await oneTimeToken(stack, accounts.learnerA, 1, '/courses?x=1');
    const page = await fetchPath(`/welcome?oneTimeToken=${link}`);
    const html = await page.body.text();
    expect(html).toContain('Continue as Leo Learner');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    const form = parseForms(html)[0]!;
    const cookie = readCookies(page.headers);
    const body = new URLSearchParams(form.fields).toString();
    const results = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await fetchPath(form.action, { method: 'POST', cookie, body });
        await answer.body.text();
        return answer;
      }),
    );
    const won = results.filter(({ statusCode }) => statusCode === 303);
    expect(won).toHaveLength(1);
    expect(won[0]!.headers['location']).toBe('/courses?x=1');
    const sessions = await stack.db.many(sql`
      select 1 from auth.sessions where only_account_id = ${accounts.learnerA}`);
    expect(sessions).toHaveLength(1);
    const landed = await fetchPath('/courses?x=1', { cookie: `${cookie}; ${readCookies(won[0]!.headers)}` });
    const welcome = await landed.body.text();
    expect(welcome).toContain('Welcome to Portal A');
    expect(welcome).toContain('learner@a.example');
  });

  it('T31 requires a sign-in of a person who lacks a required second factor; the link is not consumed', async () => {
    const demand = (isDemanded: boolean) => configure(stack, 2, { require_second_factor: isDemanded });
    const [toA, toB] = [
      await oneTimeToken(stack, accounts.multiA),
      await oneTimeToken(stack, accounts.multiB, 2),
    ];
    const b = { host: 'b.learning.localhost' };
    await demand(true);
    expect(await (await fetchPath(`/?oneTimeToken=${toA}`)).body.text()).toContain('Continue as Max Multi');
    const page = await fetchPath(`/?oneTimeToken=${toB}`, b);
    const html = await page.body.text();
    expect([page.statusCode, parseForms(html)]).toEqual([403, []]);
    expect(html).toContain('requires its administrators to use a second factor');
    expect(html).toContain('href="https://auth.test/oauth/account"');
    await demand(false);
    expect(await (await fetchPath(`/?oneTimeToken=${toB}`, b)).body.text()).toContain(
      'Continue as Max Multi',
    );
  });

  it('looks up a portal without its configuration, which may be large', async () => {
    /** Milliseconds of processor time. */
    const measureFivePages = async () => {
      const started = process.cpuUsage();
      for (let time = 0; time < 5; time += 1) await (await fetchPath('/')).body.text();
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
    await page.body.text();
    expect(page.statusCode).toBe(400);
  });

  it.each(['//evil.test', '/\\evil.test', 'https:evil.test', '/\t/evil.test', '/%09/evil.test/..//evil'])(
    'I08 never redirects to another host: %s',
    (path) => {
      expect(new URL(ownPath(path), 'http://a.learning.localhost').host).toBe('a.learning.localhost');
    },
  );
});
