import { sql } from '@app/database';
import { HttpClient, ServerProcess } from '@app/testing';
import { TokenService } from '../../auth-server/src/oauth/token/token.service.js';
import { ConsoleBrowser, useConsole } from './console-stack.js';

const stack = useConsole();
let browser: ConsoleBrowser;
beforeEach(async () => {
  browser = new ConsoleBrowser(stack);
  await browser.signIn();
  await browser.session();
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

describe('a session whose console was killed in the middle of a refresh', () => {
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
