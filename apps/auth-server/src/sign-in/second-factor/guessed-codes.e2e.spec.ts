import { sql } from '@app/database';
import { password, useAuthServers } from '../../../test/auth-stack.js';
import { turnOnFactor } from '../../../test/factors.js';
import { token } from '../../../test/requests.js';
import { TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers(2, { TRUSTED_PROXIES: '127.0.0.1' });
/** Wrong codes of strangers in a day. */
const OF_A_DAY = 20;
const username = 'admin@a.example';
let networks = 0;
/** Every try comes from another network. */
const elsewhere = () => ({ 'x-forwarded-for': `100.${64 + (networks >> 8)}.${networks++ & 255}.1` });

const byGrant = async (server = 0, otp = '000000') => {
  const form = { grant_type: 'password', username, password, otp };
  return token(stack, form, { server, headers: elsewhere() });
};
const signIn = async (browser: TestBrowser) => {
  await browser.get('/oauth/account');
  return browser.login(username);
};
const byForm = async (browser = new TestBrowser(stack, 0, elsewhere()), otp = '000000') => {
  await signIn(browser);
  return browser.submit('/oauth/authorize/factor', { otp });
};
const signOut = async (browser: TestBrowser) => {
  await browser.get('/oauth/account');
  await browser.submit('/oauth/sign-out');
};
const times = async (count: number, guess: () => Promise<{ status: number }>) => {
  const statuses = [];
  for (let time = 0; time < count; time += 1) statuses.push((await guess()).status);
  return statuses;
};
const all = (count: number, status: number) => Array<number>(count).fill(status);
const mails = () =>
  stack.db.many(sql`select recipient, language from identity.mails where template = 'second-factor-guessed'`);

describe('Guessing the codes of a person whose password is known', () => {
  let recovery: string[];
  beforeEach(async () => {
    await stack.db.many(sql`delete from identity.mails`);
    await stack.db.many(sql`delete from auth.second_factors`);
    await stack.db.many(sql`update identity.persons set locale = 'de' where id = 1`);
    ({ recovery } = await turnOnFactor(stack, username));
    await stack.redis.del(...(await stack.redis.keys(`${stack.redisPrefix}:attempts:*`)));
    stack.clock.advance(2);
  });

  it('ends for the day after twenty, by form and grant alike, whatever a quarter of an hour allows', async () => {
    expect(await times(OF_A_DAY / 2, byForm)).toEqual(all(OF_A_DAY / 2, 400));
    expect(await times(OF_A_DAY / 2, byGrant)).toEqual(all(OF_A_DAY / 2, 400));
    for (const answer of [await byForm(), await byGrant(), await byGrant(1, recovery[0])]) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(86_000);
    }
    const short = await stack.redis.keys(`${stack.redisPrefix}:attempts:*`);
    for (const key of short) if ((await stack.redis.ttl(key)) <= 900) await stack.redis.del(key);
    stack.clock.advance(900);
    const page = await byForm();
    expect([page.status, page.text.includes('Too many wrong codes. Wait 24 hours')]).toEqual([429, true]);
  });

  it('has the same limit for concurrent guesses on two servers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * OF_A_DAY }, (_, number) => byGrant(number % 2)),
    );
    const wrong = answers.filter(({ status }) => status === 400).length;
    expect(wrong).toBeLessThanOrEqual(OF_A_DAY);
    // without a guess: by the limit, or because attempts in flight filled it
    const refused = answers.filter(({ status }) => status === 429 || status === 503);
    expect(refused).toHaveLength(answers.length - wrong);
    const left = OF_A_DAY - wrong;
    expect(await times(left, byGrant)).toEqual(all(left, 400));
    expect((await byGrant()).status).toBe(429);
  });

  it('mails the owner after ten wrong codes, in their language and once a day', async () => {
    expect(await times(9, byForm)).toEqual(all(9, 400));
    expect(await mails()).toEqual([]);
    expect(await times(1, byGrant)).toEqual([400]);
    expect(await mails()).toEqual([{ recipient: username, language: 'de' }]);
    const owner = new TestBrowser(stack, 0, elsewhere());
    expect((await byForm(owner, recovery[0])).status).toBe(200);
    expect(await times(12, byForm)).toEqual(all(12, 400));
    expect(await mails()).toHaveLength(1);
  });

  it('does not lock out a browser in which the owner has entered a code, and such a code resets the count', async () => {
    const ownBrowser = new TestBrowser(stack, 0, elsewhere());
    expect((await byForm(ownBrowser, recovery[0])).text).toContain('action="/oauth/sign-out"');
    await signOut(ownBrowser);
    expect(await times(OF_A_DAY + 1, byGrant)).toEqual([...all(OF_A_DAY, 400), 429]);
    expect((await byForm(ownBrowser)).status).toBe(400);
    const inside = await ownBrowser.submit('/oauth/authorize/factor', { otp: recovery[1]! });
    expect(inside.text).toContain('action="/oauth/sign-out"');
    stack.clock.advance(2);
    expect(await times(2, byForm)).toEqual(all(2, 400));
  });

  it('is no easier in a browser in which only the password was entered, before there was a factor', async () => {
    await stack.db.many(sql`delete from auth.second_factors`);
    const early = new TestBrowser(stack, 0, elsewhere());
    await signIn(early);
    await signOut(early);
    await turnOnFactor(stack, username);
    expect(await times(OF_A_DAY, byGrant)).toEqual(all(OF_A_DAY, 400));
    expect((await byForm(early)).status).toBe(429);
  });

  it('does not prevent the owner from setting up another factor', async () => {
    expect(await times(OF_A_DAY + 1, byGrant)).toEqual([...all(OF_A_DAY, 400), 429]);
    await stack.db.many(sql`delete from auth.second_factors`);
    const { recovery: codes } = await turnOnFactor(stack, username);
    expect((await byGrant(0, codes[0])).status).toBe(429);
  });

  it('a code that is missing is no guess', async () => {
    expect(await times(OF_A_DAY + 1, () => byForm(undefined, ''))).toEqual(all(OF_A_DAY + 1, 400));
    expect((await byGrant(0, recovery[0])).status).toBe(200);
    expect(await mails()).toEqual([]);
  });
});
