import { sql } from '@app/database';
import { accounts, password, useAuthServers } from '../../../test/auth-stack.js';
import { passwordToken } from '../../../test/links.js';
import { token, validate, isAlive } from '../../../test/requests.js';
import { TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers();
const newPassword = 'Quite-new-5678';
/** The sentence of the page about a mail that does not come, and about how many are sent. */
const whereItIs: readonly [locale: string, words: RegExp][] = [
  ['en', /check your spam folder; we send at most three an hour/],
  ['de', /sehen Sie im Spam-Ordner nach; wir senden höchstens drei pro Stunde/],
  ['fr', /indésirables.*trois par heure/],
];

describe('set-password page', () => {
  it('I07 uses a mailed link up only by POST, and ends every session and token of the person', async () => {
    const before = await token(stack, { grant_type: 'password', username: 'multi@a.example', password });
    const session = await TestBrowser.signIn(stack, '/oauth/account', 'multi@a.example');
    const expired = await passwordToken(stack, 5);
    stack.clock.advance(3601);
    expect((await new TestBrowser(stack).get(`/oauth/password/set?token=${expired}`)).status).toBe(400);
    stack.clock.reset();
    const older = await passwordToken(stack, 5);
    const link = await passwordToken(stack, 5);
    const browser = new TestBrowser(stack);
    for (let time = 0; time < 3; time += 1) {
      expect((await browser.get(`/oauth/password/set?token=${link}`)).status).toBe(200);
      expect((await fetch(`${stack.url}/oauth/password/set?token=${link}`, { method: 'HEAD' })).status).toBe(
        200,
      );
    }
    expect((await browser.get(`/oauth/password/set?token=${older}`)).status).toBe(400);
    await browser.get(`/oauth/password/set?token=${link}`);
    const short = await browser.submit('/oauth/password/set', { password: 'short', repeated: 'short' });
    expect([short.status, short.text.includes('at least 8')]).toEqual([400, true]);
    for (const [bad, words] of [
      ['Password1', 'most common passwords'],
      ['MULTI@a.example', 'must not be your e-mail address'],
    ] as const) {
      const refused = await browser.submit('/oauth/password/set', { password: bad, repeated: bad });
      expect([refused.status, refused.text.includes(words)]).toEqual([400, true]);
    }
    const form = browser.form('/oauth/password/set').fields;
    const done = await browser.submit('/oauth/password/set', {
      password: newPassword,
      repeated: newPassword,
    });
    expect(done.text).toContain('Your password has been set');
    const again = await browser.post('/oauth/password/set', {
      ...form,
      password: newPassword,
      repeated: newPassword,
    });
    expect(again.status).toBe(400);
    expect((await browser.get(`/oauth/password/set?token=${link}`)).status).toBe(400);

    expect((await session.get('/oauth/account')).text).toContain('action="/oauth/authorize/login"');
    expect(await isAlive(stack, before.body.access_token)).toBe(false);
    const refreshed = await token(stack, {
      grant_type: 'refresh_token',
      refresh_token: before.body.refresh_token,
    });
    expect(refreshed.status).toBe(400);
    expect(
      (await token(stack, { grant_type: 'password', username: 'multi@a.example', password })).status,
    ).toBe(400);
    const fresh = await token(stack, {
      grant_type: 'password',
      username: 'multi@a.example',
      password: newPassword,
    });
    expect((await validate(stack, fresh.body.access_token)).body.sub).toBe(String(accounts.multiA));
  });

  it('I06 answers the same for known and unknown addresses, and limits mails per hour', async () => {
    const pages = await Promise.all(
      ['admin@a.example', 'nobody@a.example'].map(async (username) => {
        const browser = await TestBrowser.open(stack, '/oauth/password/forgotten');
        return browser.submit('/oauth/password/forgotten', { username });
      }),
    );
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(pages[0]!.text).toBe(pages[1]!.text);
    for (let time = 0; time < 50; time += 1) {
      const [locale, words] = whereItIs[time % whereItIs.length]!;
      const browser = new TestBrowser(stack, 0, {
        'x-forwarded-host': 'evil.test',
        forwarded: 'host=evil.test',
        'accept-language': locale,
      });
      await browser.get('/oauth/password/forgotten');
      const page = await browser.submit('/oauth/password/forgotten', { username: 'learner@a.example' });
      expect(page.text.replace(/\s+/g, ' ')).toMatch(words);
    }
    const mails = await stack.db.many<{ data: object }>(sql`
      select data from identity.mails where recipient = 'learner@a.example' and template = 'password-reset'`);
    expect(mails).toHaveLength(3);
    expect(JSON.stringify(mails)).not.toContain('evil.test');
  });

  it('mails a forgotten password three times an hour, even for nine parallel requests', async () => {
    await stack.db.many(sql`delete from identity.mails`);
    const browsers = await Promise.all(
      Array.from({ length: 9 }, async () => {
        const browser = await TestBrowser.open(stack, '/oauth/password/forgotten');
        return browser;
      }),
    );
    const pages = await Promise.all(
      browsers.map((browser, number) =>
        browser.submit('/oauth/password/forgotten', {
          username: number % 2 === 0 ? 'manager@a.example' : 'MANAGER@a.example',
        }),
      ),
    );
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const sent = () => stack.db.many(sql`select 1 from identity.mails where template = 'password-reset'`);
    expect(await sent()).toHaveLength(3);
    await stack.db.many(sql`update identity.mails set created_time = created_time - interval '1 hour'`);
    await browsers[0]!.get('/oauth/password/forgotten');
    await browsers[0]!.submit('/oauth/password/forgotten', { username: 'manager@a.example' });
    expect(await sent()).toHaveLength(4);
  });

  it('distinguishes links that people request from those of portals, and a new password ends all of them', async () => {
    const ownToken = await passwordToken(stack, 5);
    const portalTokens = [await passwordToken(stack, 5, 1), await passwordToken(stack, 5, 2)];
    const opens = async (link: string) =>
      (await new TestBrowser(stack).get(`/oauth/password/set?token=${link}`)).status;
    for (const link of [ownToken, ...portalTokens]) expect(await opens(link)).toBe(200);
    const newer = await passwordToken(stack, 5, 1);
    expect([await opens(portalTokens[0]!), await opens(newer), await opens(ownToken)]).toEqual([
      400, 200, 200,
    ]);
    const browser = await TestBrowser.open(stack, `/oauth/password/set?token=${newer}`);
    const passwords = { password: 'Another-one-5678', repeated: 'Another-one-5678' };
    expect((await browser.submit('/oauth/password/set', passwords)).status).toBe(200);
    for (const link of [ownToken, ...portalTokens]) expect(await opens(link)).toBe(400);
  });

  it('limits a network with changing addresses to 100 mails in 15 minutes', async () => {
    await stack.db.many(sql`delete from identity.mails`);
    await stack.redis.del(...(await stack.redis.keys(`${stack.redisPrefix}:attempts:*`)));
    const browser = await TestBrowser.open(stack, '/oauth/password/forgotten');
    const { fields } = browser.form('/oauth/password/forgotten');
    const requestMail = (number: number) =>
      browser.post('/oauth/password/forgotten', { ...fields, username: `guess-${number}@a.example` });
    const pages = [];
    for (let number = 0; number < 120; number += 1) pages.push(await requestMail(number));
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    for (const rows of [
      sql`identity.mails where template = 'password-reset'`,
      sql`auth.audit_log where event = 'password.link_requested' and time > now() - interval '1 minute'`,
    ]) {
      const count = Number(await stack.db.value(sql`select count(*) from ${rows}`));
      expect(count).toBeGreaterThanOrEqual(100);
      expect(count).toBeLessThanOrEqual(110);
    }
  });
});
