import { sql } from '@app/database';
import { addressKey } from '@app/identity';
import { C1, password, useAuthServers } from '../../../test/auth-stack.js';
import { turnOnFactor } from '../../../test/factors.js';
import { TestBrowser } from '../../../test/test-browser.js';
import { token } from '../../../test/requests.js';

const stack = useAuthServers(1, { TRUSTED_PROXIES: '127.0.0.1' });

/** Uses up everything that counts for this login name in this network. */
async function failAs(username: string) {
  const browser = await TestBrowser.open(stack, '/oauth/account');
  const statuses = [];
  for (let time = 0; time < 11; time += 1) statuses.push((await browser.login(username, 'wrong')).status);
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
}

describe('An address with an internationalized domain', () => {
  it('opens the account in either form, whose wrong passwords share a budget, and gets the link', async () => {
    const [unicode, ascii] = ['learner@münchen.example', 'learner@xn--mnchen-3ya.example'];
    await stack.db.many(sql`update identity.persons set email = ${ascii} where email = 'learner@a.example'`);
    for (const username of [unicode, ascii]) {
      const browser = await TestBrowser.open(stack, '/oauth/account');
      expect((await browser.follow(await browser.login(username))).text).toContain(ascii);
    }
    const browser = await TestBrowser.open(stack, '/oauth/password/forgotten');
    await browser.submit('/oauth/password/forgotten', { username: unicode });
    expect(await stack.db.many(sql`select recipient from identity.mails`)).toEqual([{ recipient: ascii }]);
    await failAs(unicode);
    await browser.get('/oauth/account');
    expect((await browser.login(ascii)).status).toBe(429);
    await stack.db.many(sql`update identity.persons set email = 'learner@a.example' where email = ${ascii}`);
  });
});

describe('The budgets of passwords, codes and links', () => {
  it.each(['otp 3', 'code 3', 'code:3', '3'])(
    'a login name such as %p does not use up the budget of codes',
    async (name) => {
      await stack.db.many(sql`delete from auth.second_factors`);
      await turnOnFactor(stack, 'learner@a.example');
      await stack.redis.del(...(await stack.redis.keys(`${stack.redisPrefix}:attempts:*`)), 'none');
      await failAs(name);
      const browser = await TestBrowser.signIn(stack, '/oauth/account', 'learner@a.example');
      expect((await browser.submit('/oauth/authorize/factor', { otp: '000000' })).status).toBe(400);
    },
  );

  it.each(['link manager@a.example', 'link:manager@a.example', 'manager@a.example'])(
    'a login name such as %p does not use up the budget of links',
    async (name) => {
      await stack.db.many(sql`delete from identity.mails`);
      await stack.redis.del(...(await stack.redis.keys(`${stack.redisPrefix}:attempts:*`)), 'none');
      await failAs(name);
      const browser = await TestBrowser.open(stack, '/oauth/password/forgotten');
      await browser.submit('/oauth/password/forgotten', { username: 'manager@a.example' });
      expect(await stack.db.many(sql`select template from identity.mails`)).toEqual([
        { template: 'password-reset' },
      ]);
    },
  );
});

describe('The account of an attempt', () => {
  /** A client without a secret: anyone can pose as it, so its failures count for the account and the network. */
  const noSecret = { ...C1, clientId: 'no-secret', secret: null, grants: ['password' as const] };
  beforeAll(() => stack.register(noSecret));

  it('is one key for all spellings that Postgres treats as one address, for all letters with case', async () => {
    const [folded] = await stack.db.many<{ all: string[] }>(sql`
      select array_agg(lower(chr(n)) order by n) as all from generate_series(1, 131071) n
       where n not between 55296 and 57343`);
    const letters = Array.from({ length: 131_071 }, (_, index) => index + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    expect(folded!.all).toHaveLength(letters.length);
    const otherLetters = letters.filter(
      (letter, index) => addressKey(`a${letter}b`) !== addressKey(`a${folded!.all[index]}b`),
    );
    expect(otherLetters).toEqual([]);
  });

  it.each([
    [1, 'ADMIN@a.example'],
    [2, 'adm\u0130n@a.example'],
    [3, ' Adm\u0130n@A.example '],
  ])('used up by ten wrong passwords, is used up in spelling %i', async (number, username) => {
    const ip = `198.18.${number}.1`;
    const login = (form: Record<string, string>) =>
      token(
        stack,
        { grant_type: 'password', client_id: noSecret.clientId, client_secret: undefined, ...form },
        { headers: { 'x-forwarded-for': ip } },
      );
    for (let time = 0; time < 10; time += 1) {
      expect((await login({ username: 'admin@a.example', password: 'wrong' })).status).toBe(400);
    }
    expect((await login({ username, password })).status).toBe(429);
  });
});
