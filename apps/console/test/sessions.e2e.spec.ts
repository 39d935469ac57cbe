import { sql } from '@app/database';
import { HttpClient, OutageProxy, ServerProcess } from '@app/testing';
import { TokenService } from '../../auth-server/src/oauth/token/token.service.js';
import { ExpiredSessions } from '../src/session/expired-sessions.js';
import { ConsoleSessionQueries } from '../src/session/session.queries.js';
import { ConsoleBrowser, useConsole } from './console-stack.js';

/** Between the console and the authorization server. */
let way: OutageProxy;
const stack = useConsole(
  1,
  { DATABASE_POOL_SIZE: '2' },
  {
    reach: async (authUrl) => {
      way = await OutageProxy.before(authUrl);
      return way.url.replace(/\/$/, '');
    },
  },
);
afterAll(() => way.disconnect());
beforeEach(async () => {
  await stack.auth.db.many(sql`delete from console.sessions`);
  await stack.auth.db.many(sql`update auth.grant_families set ended_at = now() where client_id = 'console'`);
});

describe('a session that has ended', () => {
  const sweep = () => stack.part(ExpiredSessions).wake();
  const sessionIds = async () => await stack.auth.db.column<string>(sql`select id from console.sessions`);
  const liveFamilies = () =>
    stack.auth.db.many(
      sql`select id from auth.grant_families where client_id = 'console' and ended_at is null`,
    );

  let browser: ConsoleBrowser;
  beforeEach(async () => {
    browser = await ConsoleBrowser.signedIn(stack);
  });
  afterEach(() => stack.auth.clock.reset());

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

describe('refreshes that wait for the authorization server', () => {
  it('do not use up the connections to the database', async () => {
    const browsers: ConsoleBrowser[] = [];
    for (let count = 0; count < 3; count += 1) {
      const browser = await ConsoleBrowser.signedIn(stack);
      browsers.push(browser);
    }
    const [other, ...waiting] = browsers as [ConsoleBrowser, ...ConsoleBrowser[]];
    const [{ id }] = (await stack.auth.db.many<{ id: string }>(sql`
      select id from console.sessions order by created_time limit 1`)) as [{ id: string }];
    await stack.auth.db.many(sql`update console.sessions set access_until = now() where id <> ${id}`);
    way.dropPackets();
    const refreshes = waiting.map((browser) => browser.session());
    // the second one waits two seconds for its turn, far less than the first one has
    expect((await Promise.race(refreshes)).status).toBe(503);
    expect((await other.session()).status).toBe(200);
    await way.reconnect();
    expect((await Promise.all(refreshes)).map(({ status }) => status)).toEqual([503, 503]);
    for (const browser of browsers) expect((await browser.session()).status).toBe(200);
  });
});

describe('a session whose console was killed in the middle of a refresh', () => {
  let browser: ConsoleBrowser;
  beforeEach(async () => {
    browser = await ConsoleBrowser.signedIn(stack);
    await stack.auth.db.many(sql`update console.sessions set access_until = now()`);
  });

  /** Kills a console that has sent a refresh token and waits for the new ones. */
  async function killDuringRefresh(): Promise<void> {
    const dying = await ServerProcess.start({ app: 'console', env: stack.env });
    const http = new HttpClient(dying.url);
    const service = stack.auth.apps[0]!.get(TokenService, { strict: false });
    const exchange = service.exchange.bind(service);
    let release = (): void => undefined;
    const killed = new Promise<void>((resolve) => (release = resolve));
    const exchanged = new Promise<void>((resolve) => {
      jest.spyOn(service, 'exchange').mockImplementationOnce(async (request, reply) => {
        const answer = await exchange(request, reply);
        resolve();
        await killed;
        return answer;
      });
    });
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...browser.pageHeaders, cookie };
    const lost = http.send('GET', '/bff/api/v2/me', { headers }).catch(() => 'no answer');
    await exchanged;
    await dying.kill();
    expect(await lost).toBe('no answer');
    release();
    jest.restoreAllMocks();
    await http.close();
  }

  /** Moves the exchange whose answer was lost, by Postgres' clock. */
  const setUsed = (time: string) =>
    stack.auth.db.many(sql`
      update auth.refresh_tokens set used_at = ${sql.raw(time)} where client_id = 'console'
         and used_at is not null`);

  it.each([
    ['a second', `clock_timestamp() - interval '1 second'`],
    ['no time', 'clock_timestamp()'],
  ])('continues %s later', async (_, time) => {
    await killDuringRefresh();
    await setUsed(time);
    expect((await browser.request('GET', '/bff/api/v2/me')).status).toBe(200);
    await stack.auth.db.many(sql`update console.sessions set access_until = now()`);
    expect((await browser.request('GET', '/bff/api/v2/me')).status).toBe(200);
  });

  it('has ended 61 seconds later', async () => {
    await killDuringRefresh();
    await setUsed(`clock_timestamp() - interval '61 seconds'`);
    expect((await browser.request('GET', '/bff/api/v2/me')).status).toBe(401);
  });
});
