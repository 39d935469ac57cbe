import { sql } from '@app/database';
import { OutageProxy } from '@app/testing';
import { ExpiredSessions } from '../src/session/expired-sessions.js';
import { ConsoleSessionQueries } from '../src/session/session.queries.js';
import { ConsoleBrowser, useConsole } from './console-stack.js';

/** Between the console and the authorization server. */
let way: OutageProxy;
const stack = useConsole(
  1,
  {},
  {
    reach: async (authUrl) => {
      way = await OutageProxy.before(authUrl);
      return way.url.replace(/\/$/, '');
    },
  },
);
afterAll(() => way.disconnect());

const sweep = () => stack.part(ExpiredSessions).wake();
const sessionIds = async () => await stack.auth.db.column<string>(sql`select id from console.sessions`);
const liveFamilies = () =>
  stack.auth.db.many(
    sql`select id from auth.grant_families where client_id = 'console' and ended_at is null`,
  );

let browser: ConsoleBrowser;
beforeEach(async () => {
  await stack.auth.db.many(sql`delete from console.sessions`);
  await stack.auth.db.many(sql`update auth.grant_families set ended_at = now() where client_id = 'console'`);
  browser = new ConsoleBrowser(stack);
  await browser.signIn();
  await browser.session();
});
afterEach(() => stack.auth.clock.reset());

describe('a session that has ended', () => {
  it('is removed with its grant once it has expired', async () => {
    await sweep();
    expect(await liveFamilies()).toHaveLength(1);
    stack.auth.clock.advance(12 * 3600 + 1);
    expect((await browser.session()).status).toBe(401);
    await sweep();
    expect([await sessionIds(), await liveFamilies()]).toEqual([[], []]);
  });

  it('is kept, and of no use, until the authorization server answers again', async () => {
    await way.disconnect();
    expect((await browser.request('POST', '/bff/logout')).status).toBe(204);
    expect((await browser.session()).status).toBe(401);
    await sweep();
    expect([(await sessionIds()).length, (await liveFamilies()).length]).toEqual([1, 1]);
    await way.reconnect();
    await sweep();
    expect([await sessionIds(), await liveFamilies()]).toEqual([[], []]);
  });

  it('is kept when the authorization server refuses the console', async () => {
    await stack.auth.db.many(sql`update console.sessions set expires_at = now() - interval '1 second'`);
    await stack.auth.db.many(sql`update auth.clients set status = 0 where client_id = 'console'`);
    await sweep();
    expect((await sessionIds()).length).toBe(1);
    await stack.auth.db.many(sql`update auth.clients set status = 1 where client_id = 'console'`);
    await sweep();
    expect([await sessionIds(), await liveFamilies()]).toEqual([[], []]);
  });

  it('is not brought back by a request that began before', async () => {
    const [row] = await stack.auth.db.many<{ hash: Buffer; id: string }>(
      sql`select hash, id from console.sessions`,
    );
    const queries = stack.part(ConsoleSessionQueries);
    const now = stack.auth.clock.now();
    await queries.end(row!.id, now);
    await queries.touch(row!.hash, new Date(now.getTime() + 61_000), new Date(now.getTime() + 3_600_000));
    expect((await browser.session()).status).toBe(401);
  });

  it('waits behind earlier ones if very many have ended', async () => {
    await stack.auth.db.many(sql`
      insert into console.sessions select sha256(n::text::bytea), gen_random_uuid(), account_id, portal_id,
             portal_name, name,
             scopes, 'no token', access_until, fresh_until, created_time, last_seen_time, now() - interval '1 hour', ip,
             user_agent from console.sessions, generate_series(1, 501) n`);
    await sweep();
    expect((await sessionIds()).length).toBe(2);
    await sweep();
    expect((await sessionIds()).length).toBe(1);
    expect(await liveFamilies()).toHaveLength(1);
  });

  describe('with a grant that the authorization server refuses to revoke', () => {
    let refused: string;
    const firstInLine = () => stack.part(ConsoleSessionQueries).listEnded(stack.auth.clock.now(), 1);

    beforeEach(async () => {
      refused = (await sessionIds())[0]!;
      await stack.auth.db.many(sql`
        update auth.refresh_tokens set client_id = 'acme-app' where client_id = 'console'`);
      await new ConsoleBrowser(stack).signIn();
      await stack.auth.db.many(sql`
        update console.sessions set expires_at = now() - case id when ${refused} then 2 else 1 end * interval
          '1 minute'`);
    });

    it('does not block those behind it in the same run, and is retried in the next', async () => {
      await sweep();
      expect([await sessionIds(), (await liveFamilies()).length]).toEqual([[refused], 1]);
      await stack.auth.db.many(sql`
        update auth.refresh_tokens set client_id = 'console' where client_id = 'acme-app'`);
      await sweep();
      expect([await sessionIds(), await liveFamilies()]).toEqual([[], []]);
    });

    it('goes behind the others after each try', async () => {
      expect(await firstInLine()).toEqual([refused]);
      await way.disconnect();
      await sweep();
      await way.reconnect();
      expect(await firstInLine()).not.toEqual([refused]);
    });
  });
});
