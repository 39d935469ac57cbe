import { sql } from '@app/database';
import { OutageProxy } from '@app/testing';
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

it('does not use up connections by refreshes that wait for the authorization server', async () => {
  const browsers: ConsoleBrowser[] = [];
  for (let count = 0; count < 3; count += 1) {
    const browser = new ConsoleBrowser(stack);
    await browser.signIn();
    await browser.session();
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
