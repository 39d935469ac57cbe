import { generate } from 'otplib';
import { rows, useAuthServers } from '../../test/auth-stack.js';
import { TestBrowser } from '../../test/test-browser.js';

const stack = useAuthServers();
const codeOf = (secret: string) =>
  generate({ secret, epoch: Math.floor(stack.clock.now().getTime() / 1000) });

async function turnOn(username: string): Promise<{ secret: string; recovery: string[] }> {
  const browser = new TestBrowser(stack);
  await browser.get('/oauth/account');
  await browser.login(username);
  const page = await browser.submit('/oauth/account/second-factor');
  const shown = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!;
  const secret = shown.replaceAll(' ', '');
  const on = await browser.submit('/oauth/account/second-factor/confirm', { otp: await codeOf(secret) });
  const recovery = [...on.text.matchAll(/<code>([0-9a-f-]+)<\/code>/g)].map(([, code]) => code!);
  expect(recovery).toHaveLength(10);
  stack.clock.advance(60);
  return { secret, recovery };
}

describe('a second factor whose secret cannot be read', () => {
  it('refuses its codes, takes recovery codes, and troubles nobody else', async () => {
    const { secret, recovery } = await turnOn('admin@b.example');
    await rows(
      stack,
      `update auth.second_factors set secret_sealed = '\\x00'
        where person_id = (select id from identity.persons where email = 'admin@b.example')`,
    );
    const browser = new TestBrowser(stack);
    await browser.get('/oauth/account');
    await browser.login('admin@b.example');
    const refused = await browser.submit('/oauth/authorize/factor', { otp: await codeOf(secret) });
    expect(refused.status).toBe(400);
    const inside = await browser.submit('/oauth/authorize/factor', { otp: recovery[0]! });
    expect(inside.status).toBe(200);
    expect(stack.log.join('')).toContain('a second factor cannot be read');
  });

  it('that waits to be confirmed and cannot be read is proposed anew', async () => {
    const browser = new TestBrowser(stack);
    await browser.get('/oauth/account');
    await browser.login('learner@a.example');
    const shown = (text: string) => /<code>([A-Z2-7 ]+)<\/code>/.exec(text)![1]!;
    const first = shown((await browser.submit('/oauth/account/second-factor')).text);
    await rows(stack, `update auth.second_factors set secret_sealed = '\\x00' where confirmed_at is null`);
    await browser.get('/oauth/account');
    const second = shown((await browser.submit('/oauth/account/second-factor')).text);
    expect(second).not.toBe(first);
    const otp = await codeOf(second.replaceAll(' ', ''));
    expect((await browser.submit('/oauth/account/second-factor/confirm', { otp })).status).toBe(200);
  });
});
