import { PasswordPool } from '@app/credentials';
import { sql } from '@app/database';
import { FairSemaphore, ServerBusy } from '@app/kernel';
import { metrics } from '@app/metrics';
import { directly, OutageProxy } from '@app/testing';
import { oauthErrorShape } from '../src/edge/errors/index.js';
import { useAuthProcesses } from './auth-processes.js';
import { password, startServer, useAuthServers, type AuthStack } from './auth-stack.js';
import { readAnswer, expectPage, expectRefusal, get, token } from './requests.js';
import { authorizeAddress, TestBrowser } from './test-browser.js';

/** Sets what connections made from now on may do. */
const setReadOnly = ({ db, settings }: AuthStack, isOn: boolean) =>
  db.many(sql`
    begin read write;
    alter database ${sql.raw(new URL(settings['DATABASE_URL']!).pathname.slice(1))}
      set default_transaction_read_only = ${sql.raw(isOn ? 'on' : 'off')};
    commit`);
const grant = { grant_type: 'password', username: 'admin@a.example', password };

/** A server, and its Postgres, which tests can make unavailable. */
function useOutages(): { stack: AuthStack; postgres: () => OutageProxy } {
  const stack = useAuthServers(0);
  let proxy: OutageProxy;
  beforeAll(async () => {
    // it becomes a standby, and a pooler none
    proxy = await OutageProxy.before(directly(stack.settings['DATABASE_URL']!));
    stack.settings['DATABASE_URL'] = proxy.url;
    await startServer(stack);
  });
  afterAll(() => proxy.disconnect());
  return { stack, postgres: () => proxy };
}

describe('without Postgres', () => {
  const { stack, postgres } = useOutages();

  it('programs get 503 temporarily_unavailable with Retry-After, people get a page, and it recovers', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress());
    const { action, fields } = browser.form('/oauth/authorize/login');
    await postgres().disconnect();
    for (const form of [
      grant,
      { grant_type: 'client_credentials' },
      { grant_type: 'refresh_token', refresh_token: 'rt_20261121_x' },
    ]) {
      const refused = await token(stack, form);
      expectRefusal(refused, 503, 'temporarily_unavailable');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const api = await get(`${stack.url}/client`, { authorization: `Bearer ${'x'.repeat(20)}` });
    expect([401, 503]).toContain(api.status);
    const login = { ...fields, username: 'admin@a.example', password };
    for (const page of [await browser.get(authorizeAddress()), await browser.post(action, login)]) {
      expectPage(page, 503);
      expect(page.text).toContain('Something went wrong on our side');
      expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(page.text).not.toMatch(/ECONN|127\.0\.0\.1|postgres/i);
    }
    const ready = await fetch(`${stack.url}/health/ready`);
    expect(ready.status).toBe(503);
    await readAnswer(await fetch(`${stack.url}/oauth/public-key`), 'GET').then(({ status }) =>
      expect(status).toBe(200),
    );

    await postgres().reconnect();
    expect((await browser.post(action, login)).status).toBe(303);
    // failures that were not the caller's fault have used up no budget
    for (let time = 0; time < 3; time += 1) expect((await token(stack, grant)).status).toBe(200);
  });
});

describe('with a Postgres that has become a standby', () => {
  const { stack, postgres } = useOutages();

  it('writes get 503 temporarily_unavailable with Retry-After, and succeed once they reach the primary', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress());
    const { action, fields } = browser.form('/oauth/authorize/login');
    await postgres().disconnect();
    await setReadOnly(stack, true);
    await postgres().reconnect();
    for (const form of [grant, { grant_type: 'client_credentials' }]) {
      const refused = await token(stack, form);
      expectRefusal(refused, 503, 'temporarily_unavailable');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const login = { ...fields, username: 'admin@a.example', password };
    const page = await browser.post(action, login);
    expectPage(page, 503);
    expect(page.text).not.toMatch(/read-only|transaction/i);
    await setReadOnly(stack, false);
    // each connection to the standby is closed by the first write that it refuses
    let answer = await token(stack, grant);
    for (let tries = 0; answer.status === 503 && tries < 20; tries += 1) answer = await token(stack, grant);
    expect(answer.status).toBe(200);
    expect((await browser.post(action, login)).status).toBe(303);
  });
});

describe('with an overloaded Postgres', () => {
  const stack = useAuthServers(0);
  beforeAll(async () => {
    stack.settings['DATABASE_WAIT_MS'] = '100';
    await startServer(stack);
  });

  it('programs get 503 temporarily_unavailable with Retry-After while a lock is held too long', async () => {
    const refused = await stack.db.duringTransaction('lock table auth.access_tokens', () =>
      token(stack, grant),
    );
    expectRefusal(refused, 503, 'temporarily_unavailable');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await token(stack, grant)).status).toBe(200);
  });

  it('programs get 503 temporarily_unavailable on /oauth, and server_busy elsewhere, while no connection is free', async () => {
    const enter = jest
      .spyOn(FairSemaphore.prototype, 'enter')
      .mockRejectedValue(new ServerBusy('connections'));
    const counted = async () =>
      (await metrics.oauth_tokens_refused_total.get()).values.find(
        ({ labels }) => labels.grant === 'client_credentials' && labels.reason === 'temporarily_unavailable',
      )?.value ?? 0;
    const before = await counted();
    const refused = await token(stack, { grant_type: 'client_credentials' });
    enter.mockRestore();
    expectRefusal(refused, 503, 'temporarily_unavailable');
    expect(await counted()).toBe(before + 1);
    expect(oauthErrorShape(new ServerBusy('connections'), '/client', 'ref')).toMatchObject({
      status: 503,
      body: { error_code: 'server_busy', limit: 'connections' },
    });
  });
});

describe('without Redis', () => {
  const { stack } = useAuthProcesses(2, { REDIS_URL: 'redis://127.0.0.1:1' });

  it('people and programs log in, and each process counts wrong passwords itself, parallel ones too', async () => {
    expect((await token(stack, grant)).status).toBe(200);
    const wrong = { ...grant, username: 'multi@a.example', password: 'wrong' };
    for (const server of [0, 1]) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => token(stack, wrong, { server })));
      const statuses = answers.map(({ status }) => status);
      const tried = statuses.filter((status) => status === 400).length;
      expect(tried).toBeLessThanOrEqual(20); // of a client that has proven its secret
      // on a busy machine some queue for too long, and use up no budget
      for (const status of statuses) expect([400, 429, 503]).toContain(status);
      for (let index = tried; index < 20; index += 1) {
        expect((await token(stack, wrong, { server })).status).toBe(400);
      }
      expect((await token(stack, wrong, { server })).status).toBe(429);
    }
    const browser = await TestBrowser.open(stack, '/oauth/account');
    expect((await browser.login('manager@a.example')).text).toContain('action="/oauth/sign-out"');
  });
});

describe('when argon2’s queue is full', () => {
  const stack = useAuthServers(1, { PASSWORD_JOBS: '1' });

  it('refuses grant and form immediately with 503 and Retry-After, uses up no budget, and recovers', async () => {
    const pool = stack.apps[0]!.get(PasswordPool, { strict: false });
    const browser = await TestBrowser.open(stack, authorizeAddress());
    const { action, fields } = browser.form('/oauth/authorize/login');
    // one hash that never ends, with so many queued behind it that no turn could come in time
    let goOn = (): void => undefined;
    const untilReleased = new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)));
    const first = pool.matches({ rank: 'unknown', lane: '' }, () => untilReleased, 'x');
    const behind = Array.from({ length: 2_000 }, (_, number) =>
      pool.matches({ rank: 'known', lane: String(number) }, async () => undefined, 'x').catch(() => false),
    );
    await new Promise(setImmediate);
    const refused = await token(stack, grant);
    const page = await browser.post(action, { ...fields, username: 'admin@a.example', password });
    expectRefusal(refused, 503, 'temporarily_unavailable');
    expectPage(page, 503);
    expect(page.text).toContain('very busy at the moment');
    for (const { headers } of [refused, page]) expect(headers.get('retry-after')).toBe('2');
    await Promise.allSettled(behind); // the queued ones time out
    goOn();
    await first;
    expect((await token(stack, grant)).status).toBe(200);
    expect(await stack.redis.keys(`${stack.redisPrefix}:attempts:*`)).toEqual([]);
  });
});
