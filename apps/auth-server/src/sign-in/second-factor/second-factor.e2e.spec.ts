import { sql } from '@app/database';
import { accounts, password, useAuthServers } from '../../../test/auth-stack.js';
import { currentFactorCode, turnOnFactor } from '../../../test/factors.js';
import { oneTimeToken } from '../../../test/links.js';
import { expectRefusal, token } from '../../../test/requests.js';
import { authorizeAddress, TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers();

describe('second factor', () => {
  it('is requested after the password; each code works once, recovery codes too', async () => {
    const { secret, recovery } = await turnOnFactor(stack, 'admin@a.example');
    const browser = await TestBrowser.open(stack, authorizeAddress());
    const factor = await browser.login();
    expect(factor.text).toContain('action="/oauth/authorize/factor"');
    expect([...browser.cookies.keys()]).not.toContain('__Host-session');
    const wrong = await browser.submit('/oauth/authorize/factor', { otp: '000000' });
    expect(wrong.status).toBe(400);
    const otp = await currentFactorCode(stack, secret);
    expect((await browser.submit('/oauth/authorize/factor', { otp })).text).toContain(
      '/oauth/authorize/consent',
    );

    const second = await TestBrowser.signIn(stack, authorizeAddress());
    expect((await second.submit('/oauth/authorize/factor', { otp })).status).toBe(400);
    const used = await second.submit('/oauth/authorize/factor', { otp: recovery[0]! });
    expect(used.text).toContain('/oauth/authorize/consent');
    const third = await TestBrowser.signIn(stack, authorizeAddress());
    expect((await third.submit('/oauth/authorize/factor', { otp: recovery[0]! })).status).toBe(400);
  });

  it('issues new recovery codes for a correct code, and the old ones stop working', async () => {
    const { recovery } = await turnOnFactor(stack, 'manager@a.example');
    const browser = await TestBrowser.signIn(stack, authorizeAddress(), 'manager@a.example');
    await browser.submit('/oauth/authorize/factor', { otp: recovery[0]! });
    const account = await browser.get('/oauth/account');
    expect(account.text).toContain('Recovery codes left: 9.');
    const answer = await browser.submit('/oauth/account/second-factor/recovery-codes');
    expect([answer.status, /<li><code>/.test(answer.text)]).toEqual([200, false]);
    const address = '/oauth/account/second-factor/recovery-codes';
    expect((await browser.submit(address, { otp: '000000' })).status).toBe(400);
    const page = await browser.submit(address, { otp: recovery[1]! });
    const codes = [...page.text.matchAll(/<code>([0-9a-f-]+)<\/code>/g)].map(([, code]) => code!);
    expect(codes).toHaveLength(10);
    expect((await browser.get('/oauth/account')).text).toContain('Recovery codes left: 10.');

    const other = await TestBrowser.signIn(stack, authorizeAddress(), 'manager@a.example');
    expect((await other.submit('/oauth/authorize/factor', { otp: recovery[2]! })).status).toBe(400);
    const inside = await other.submit('/oauth/authorize/factor', { otp: codes[0]! });
    expect(inside.status).toBe(200);
    const written = await stack.db.many(sql`
      select details from auth.audit_log where event = 'second_factor.changed' and person_id =
        (select id from identity.persons where email = 'manager@a.example') order by time`);
    expect(written).toEqual([{ details: { on: true } }, { details: { on: true, what: 'recovery codes' } }]);
    const mails = sql`select template, recipient from identity.mails where person_id = 2 order by id`;
    expect(await stack.db.many(mails)).toEqual([
      { template: 'second-factor-on', recipient: 'manager@a.example' },
      { template: 'recovery-codes', recipient: 'manager@a.example' },
    ]);
    await stack.db.many(sql`delete from auth.second_factors where person_id = 2`);
  });

  it('does not rescue a login whose password has changed in between', async () => {
    const { secret } = await turnOnFactor(stack, 'learner@a.example');
    const browser = await TestBrowser.signIn(stack, '/oauth/account', 'learner@a.example');
    await stack.db.many(sql`update auth.passwords set hash = hash || 'x' where person_id = 3`);
    const page = await browser.submit('/oauth/authorize/factor', {
      otp: await currentFactorCode(stack, secret),
    });
    expect(page.text).toContain('action="/oauth/authorize/login"');
    expect([...browser.cookies.keys()]).not.toContain('__Host-session');
    await stack.db.many(sql`update auth.passwords set hash = left(hash, -1) where person_id = 3`);
    await stack.db.many(sql`delete from auth.second_factors where person_id = 3`);
  });

  it('is requested by the password grant as otp', async () => {
    const { secret } = await turnOnFactor(stack, 'multi@a.example');
    const form = { grant_type: 'password', username: 'multi@a.example', password };
    expectRefusal(await token(stack, form), 400, 'invalid_grant');
    expectRefusal(await token(stack, { ...form, otp: '000000' }), 400, 'invalid_grant');
    const otp = await currentFactorCode(stack, secret);
    expect((await token(stack, { ...form, otp })).status).toBe(200);
    expectRefusal(await token(stack, { ...form, otp }), 400, 'invalid_grant');
  });

  describe('with a one-time link', () => {
    it('the link only replaces the password: the code is requested, and a wrong one uses nothing up', async () => {
      const { recovery } = await turnOnFactor(stack, 'learner@a.example');
      const link = await oneTimeToken(stack, accounts.learnerA);
      const browser = new TestBrowser(stack);
      const page = await browser.get(authorizeAddress({ one_time_token: link }));
      expect(page.text).toContain('Continue as Leo Learner');
      expect(page.text).toContain('name="otp"');
      for (const otp of [undefined, '', '000000']) {
        const wrong = await browser.submit('/oauth/authorize/one-time', otp === undefined ? {} : { otp });
        expect([wrong.status, wrong.text.includes('otp-error')]).toEqual([400, true]);
        expect([...browser.cookies.keys()]).not.toContain('__Host-session');
      }
      const inside = await browser.submit('/oauth/authorize/one-time', { otp: recovery[0]! });
      expect(inside.text).toContain('/oauth/authorize/consent');
      const sessions = await stack.db.many(sql`
        select by_password from auth.sessions where only_account_id = ${accounts.learnerA}`);
      expect(sessions).toEqual([{ by_password: false }]);
    });

    it('posted 20 times in parallel with one correct code: one session', async () => {
      const { recovery } = await turnOnFactor(stack, 'admin@b.example');
      const browser = new TestBrowser(stack);
      const c2 = { client_id: 'c2-app', redirect_uri: 'https://two.example/cb' };
      await browser.get(
        authorizeAddress({ ...c2, one_time_token: await oneTimeToken(stack, accounts.adminB, 2) }),
      );
      const { action, fields } = browser.form('/oauth/authorize/one-time');
      const cookies = new Map(browser.cookies);
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const same = new TestBrowser(stack);
          for (const [name, value] of cookies) same.cookies.set(name, value);
          return same.post(action, { ...fields, otp: recovery[0]! });
        }),
      );
      expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
      await stack.db.many(sql`delete from auth.second_factors where person_id = 6`);
    });

    it('wrong codes count together with those of the login page', async () => {
      await stack.db.many(sql`delete from auth.second_factors where person_id = 5`);
      await stack.redis.del(...(await stack.redis.keys(`${stack.redisPrefix}:attempts:*`)));
      const { recovery } = await turnOnFactor(stack, 'multi@a.example');
      const link = await oneTimeToken(stack, accounts.multiB, 2);
      const statuses = [];
      const browser = await TestBrowser.open(
        stack,
        authorizeAddress({
          client_id: 'c2-app',
          redirect_uri: 'https://two.example/cb',
          one_time_token: link,
        }),
      );
      for (let time = 0; time < 11; time += 1) {
        statuses.push((await browser.submit('/oauth/authorize/one-time', { otp: '000000' })).status);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
      expect((await browser.submit('/oauth/authorize/one-time', { otp: recovery[0]! })).status).toBe(429);
      await stack.db.many(sql`delete from auth.second_factors where person_id = 5`);
    });
  });

  it('proposes a secret to one session only, so that other sessions never see the confirmed one', async () => {
    await stack.db.many(sql`delete from auth.second_factors where person_id = 3`);
    const [planted, ownBrowser] = [new TestBrowser(stack), new TestBrowser(stack)];
    const secretOn = (page: { text: string }) =>
      /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '');
    for (const browser of [planted, ownBrowser]) {
      await browser.get('/oauth/account');
      await browser.login('learner@a.example');
    }
    const seen = secretOn(await planted.submit('/oauth/account/second-factor'));
    expect(secretOn(await planted.get('/oauth/account/second-factor'))).toBe(seen);
    const secret = secretOn(await ownBrowser.submit('/oauth/account/second-factor'));
    expect(secret).not.toBe(seen);
    const confirm = '/oauth/account/second-factor/confirm';
    const { fields } = planted.form(confirm);
    const refused = await planted.post(confirm, { ...fields, otp: await currentFactorCode(stack, seen) });
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/oauth/account/second-factor']);
    const nextPage = await ownBrowser.submit(confirm, { otp: await currentFactorCode(stack, secret) });
    expect(nextPage.text).toContain('<li><code>');
    await stack.db.many(sql`delete from auth.second_factors where person_id = 3`);
  });

  it('can be set up only within ten minutes of entering the password', async () => {
    await stack.db.many(sql`delete from auth.second_factors where person_id = 3`);
    const browser = await TestBrowser.signIn(stack, '/oauth/account', 'learner@a.example');
    const confirm = browser.form('/oauth/account/second-factor').fields;
    stack.clock.advance(601);
    const answer = await browser.submit('/oauth/account/second-factor');
    expect(answer.text).toContain('action="/oauth/authorize/login"');
    const unproposed = await browser.post('/oauth/account/second-factor/confirm', {
      ...confirm,
      otp: '000000',
    });
    expect([unproposed.status, unproposed.headers.get('location')]).toEqual([
      303,
      '/oauth/account/second-factor',
    ]);
    expect(await stack.db.many(sql`select 1 from auth.second_factors where person_id = 3`)).toHaveLength(0);
    await browser.get('/oauth/account/second-factor');
    await browser.login('learner@a.example');
    expect(browser.form('/oauth/account/second-factor/confirm')).toBeTruthy();
    await stack.db.many(sql`delete from auth.second_factors where person_id = 3`);
  });

  it('is turned off with a code', async () => {
    const { recovery } = await turnOnFactor(stack, 'manager@a.example');
    const browser = await TestBrowser.signIn(stack, '/oauth/account', 'manager@a.example');
    await browser.submit('/oauth/authorize/factor', { otp: recovery[0]! });
    await browser.submit('/oauth/account/second-factor/remove');
    await browser.submit('/oauth/account/second-factor/remove', { otp: recovery[1]! });
    const again = await TestBrowser.open(stack, '/oauth/account');
    expect((await again.login('manager@a.example')).text).toContain('action="/oauth/sign-out"');
    expect(
      await stack.db.many(sql`
        select 1 from identity.mails where person_id = 2 and template = 'second-factor-off'`),
    ).toHaveLength(1);
  });

  it('counts wrong codes on the pages that turn it off and set it up', async () => {
    await stack.redis.del(...(await stack.redis.keys(`${stack.redisPrefix}:attempts:*`)));
    await stack.db.many(sql`delete from auth.second_factors where person_id = 3`);
    const { recovery } = await turnOnFactor(stack, 'learner@a.example');
    const browser = await TestBrowser.signIn(stack, '/oauth/account', 'learner@a.example');
    await browser.submit('/oauth/authorize/factor', { otp: recovery[0]! });
    await browser.submit('/oauth/account/second-factor/remove');
    const statuses = [];
    for (let time = 0; time < 11; time += 1) {
      statuses.push((await browser.submit('/oauth/account/second-factor/remove', { otp: '000000' })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    expect(browser.page.headers.get('retry-after')).not.toBeNull();
    const right = await browser.submit('/oauth/account/second-factor/remove', { otp: recovery[1]! });
    expect([right.status, right.text.includes('role="alert"')]).toEqual([429, true]);
    expect(await stack.db.many(sql`select 1 from auth.second_factors where person_id = 3`)).toHaveLength(1);
    await stack.db.many(sql`delete from auth.second_factors where person_id = 3`);

    await browser.get('/oauth/account');
    await browser.submit('/oauth/account/second-factor');
    const proposed = await browser.submit('/oauth/account/second-factor/confirm', { otp: '000000' });
    expect(proposed.status).toBe(429);
    await stack.db.many(sql`delete from auth.second_factors where person_id = 3`);
  });

  it('cannot be used to lock a person out with only the password: a known browser has its own budget', async () => {
    await stack.redis.del(...(await stack.redis.keys(`${stack.redisPrefix}:attempts:*`)));
    await stack.db.many(sql`delete from auth.second_factors where person_id = 2`);
    const { recovery } = await turnOnFactor(stack, 'manager@a.example');
    const knownBrowser = await TestBrowser.signIn(stack, '/oauth/account', 'manager@a.example');
    await knownBrowser.submit('/oauth/authorize/factor', { otp: recovery[0]! });
    await knownBrowser.get('/oauth/account');
    await knownBrowser.submit('/oauth/sign-out');

    const thief = await TestBrowser.signIn(stack, '/oauth/account', 'manager@a.example');
    const statuses = [];
    for (let time = 0; time < 11; time += 1) {
      statuses.push((await thief.submit('/oauth/authorize/factor', { otp: '000000' })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);

    await knownBrowser.get('/oauth/account');
    await knownBrowser.login('manager@a.example');
    const inside = await knownBrowser.submit('/oauth/authorize/factor', { otp: recovery[1]! });
    expect(inside.text).toContain('action="/oauth/sign-out"');
    await stack.db.many(sql`delete from auth.second_factors where person_id = 2`);
  });
});

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
