import { sql } from '@app/database';
import { RawConnection } from '@app/testing';
import { ConsoleLimits } from '../src/edge/index.js';
import { AuthorizationServer } from '../src/session/index.js';
import { ConsoleBrowser, LOGIN_COOKIE, useConsole } from './console-stack.js';

const ROOM = 1024 * 1024;
/** More than half of the room: one body of an owner fits, a second one does not. */
const BODY = 600 * 1024;

const stack = useConsole(1, { RATE_LIMITS: 'on', MAX_BODIES_BYTES: String(ROOM) });
const limits = () => stack.part(ConsoleLimits);

beforeAll(() => stack.auth.clock.stop());
afterAll(() => stack.auth.clock.reset());
/** Another minute for all limits. */
beforeEach(() => stack.auth.clock.advance(60));

it('all requests except health checks count for their network, whatever their path', async () => {
  const count = jest.spyOn(limits(), 'countRequest');
  const browser = new ConsoleBrowser(stack);
  const paths = ['/', '/assets/none.js', '/nothing', '/bff/session', '/bff/login', '/bff/api/v2/me'];
  for (const path of [...paths, '/health/live']) await browser.send('GET', path);
  expect(count).toHaveBeenCalledTimes(paths.length);
  count.mockRestore();
});

it('a network has 6,000 requests a minute', () => {
  const request = { ip: '203.0.113.7' } as never;
  for (let sent = 0; sent < 6_000; sent += 1) limits().countRequest(request);
  expect(() => limits().countRequest({ ip: '203.0.113.8' } as never)).toThrow('Too many requests');
  limits().countRequest({ ip: '203.0.114.7' } as never);
});

it('a sign-in that is sent again and again costs the client three codes at most', async () => {
  const browser = new ConsoleBrowser(stack);
  const begun = await browser.send('GET', '/bff/login');
  const cookie = browser.cookies.get(LOGIN_COOKIE)!;
  const state = new URL(String(begun.headers['location'])).searchParams.get('state');
  const exchange = jest.spyOn(stack.part(AuthorizationServer), 'finishSignIn');
  const statuses: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    browser.cookies.set(LOGIN_COOKIE, cookie);
    const path = `/bff/callback?code=x&state=${state}&iss=https%3A%2F%2Fauth.test`;
    statuses.push((await browser.send('GET', path)).status);
  }
  expect(statuses).toEqual([303, 303, 303, 429, 429]);
  expect(exchange).toHaveBeenCalledTimes(3);
  exchange.mockRestore();
});

it('unauthenticated requests of its network do not prevent a fresh login of a session', async () => {
  const browser = new ConsoleBrowser(stack);
  await browser.signIn();
  const stranger = new ConsoleBrowser(stack);
  for (let tries = 0; tries < 60; tries += 1) await stranger.send('GET', '/bff/login');
  const refused = await stranger.send('GET', '/bff/login');
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
  expect((await stranger.send('GET', '/bff/login', { headers: elsewhere })).status).toBe(303);
  expect((await browser.send('GET', '/bff/login?fresh=1')).status).toBe(303);
});

it('two sessions of a person have the requests of one, reads of the session among them', async () => {
  const browsers = [new ConsoleBrowser(stack), new ConsoleBrowser(stack)];
  for (const browser of browsers) await browser.signIn();
  stack.auth.clock.advance(60);
  const counts = { 200: 0, 429: 0 };
  for (let tries = 0; tries < 151; tries += 1)
    for (const browser of browsers)
      counts[(await browser.request('GET', '/bff/session')).status as 200 | 429] += 1;
  expect(counts).toEqual({ 200: 300, 429: 2 });
});

it('bodies of one portal use at most half of the memory limit, and wait at most two seconds', async () => {
  const browser = await ConsoleBrowser.signedIn(stack);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = Object.entries({ host: 'console.test', cookie, ...browser.pageHeaders });
  const open = async () => {
    const connection = await RawConnection.open(stack.http[0]!.baseUrl);
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    await connection.write(
      `POST /bff/api/v2/users HTTP/1.1\r\n${lines}content-type: application/json\r\ncontent-length: ${BODY}\r\n\r\n`,
    );
    return connection;
  };
  const [first, second] = [await open(), await open()];
  const answer = await Promise.race([first.answer(), second.answer()]);
  expect(answer.status).toBe(503);
  first.end();
  second.end();
});

it('a person has a hundred sessions: one more ends the one that was used longest ago', async () => {
  await stack.auth.db.many(sql`delete from console.sessions`);
  await new ConsoleBrowser(stack).signIn();
  await stack.auth.db.many(sql`
    insert into console.sessions select sha256(n::text::bytea), gen_random_uuid(), account_id, portal_id, portal_name, name,
           scopes, 'no token', access_until, fresh_until, created_time,
                  last_seen_time - n * interval '1 minute', expires_at,
           ip, user_agent from console.sessions, generate_series(1, 99) n`);
  const live = () =>
    stack.auth.db.many<{ hash: string }>(sql`
      select encode(hash, 'hex') as hash from console.sessions where expires_at > ${stack.auth.clock.now()}
       order by last_seen_time`);
  const before = await live();
  stack.auth.clock.advance(1);
  const browser = new ConsoleBrowser(stack);
  await browser.signIn();
  const after = await live();
  expect(after.length).toBe(100);
  expect(after.slice(0, 99)).toEqual(before.slice(1));
  expect((await browser.session()).status).toBe(200);
});
