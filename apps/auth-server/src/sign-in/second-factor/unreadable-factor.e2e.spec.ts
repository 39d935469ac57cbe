import { sql } from '@app/database';
import { useAuthServers } from '../../../test/auth-stack.js';
import { currentFactorCode, turnOnFactor } from '../../../test/factors.js';
import { TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers();

describe('a second factor whose secret cannot be read', () => {
  it('refuses its codes, accepts recovery codes, and affects no other person', async () => {
    const { secret, recovery } = await turnOnFactor(stack, 'admin@b.example');
    await stack.db.many(sql`
      update auth.second_factors set secret_sealed = '\\x00'
       where person_id = (select id from identity.persons where email = 'admin@b.example')`);
    const browser = await TestBrowser.signIn(stack, '/oauth/account', 'admin@b.example');
    const refused = await browser.submit('/oauth/authorize/factor', {
      otp: await currentFactorCode(stack, secret),
    });
    expect(refused.status).toBe(400);
    const inside = await browser.submit('/oauth/authorize/factor', { otp: recovery[0]! });
    expect(inside.status).toBe(200);
    expect(stack.log.join('')).toContain('a second factor cannot be read');
  });

  it('is proposed again if it was still unconfirmed', async () => {
    const browser = await TestBrowser.signIn(stack, '/oauth/account', 'learner@a.example');
    const shown = (text: string) => /<code>([A-Z2-7 ]+)<\/code>/.exec(text)![1]!;
    const first = shown((await browser.submit('/oauth/account/second-factor')).text);
    await stack.db.many(sql`
      update auth.second_factors set secret_sealed = '\\x00' where confirmed_at is null`);
    await browser.get('/oauth/account');
    const second = shown((await browser.submit('/oauth/account/second-factor')).text);
    expect(second).not.toBe(first);
    const otp = await currentFactorCode(stack, second.replaceAll(' ', ''));
    expect((await browser.submit('/oauth/account/second-factor/confirm', { otp })).status).toBe(200);
  });
});
