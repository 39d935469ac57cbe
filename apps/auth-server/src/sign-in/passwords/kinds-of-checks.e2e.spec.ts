import { sql } from '@app/database';
import { useAuthServers } from '../../../test/auth-stack.js';
import { turnOnFactor } from '../../../test/factors.js';
import { TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers();

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
