import { sql } from '@app/database';
import { eventually } from '@app/testing';
import { limits, WRITTEN_BYTES, type WrittenBytes } from '@app/limits';
import { ClientQueries } from '../src/applications/clients/index.js';
import { IntrospectionRateLimit } from '../src/oauth/revoke/introspection-rate-limit.js';
import { C1, C2, P1, password, useAuthServers, c1Credentials, c2Credentials } from './auth-stack.js';
import { applicationToken, expectRefusal, get, post, send, token, validate } from './requests.js';
import { authorizeAddress, TestBrowser } from './test-browser.js';
import { anonymousPages } from '../src/edge/pages/page.interceptor.js';

const stack = useAuthServers(1, {
  TRUSTED_PROXIES: '127.0.0.1/32',
  RATE_LIMITS: 'on',
  TOKEN_REQUESTS_PER_MINUTE: '3',
  API_REQUESTS_PER_MINUTE: '2',
});

// a limit counts by minutes of the clock, so a test must not begin in one and end in the next
beforeAll(() => stack.clock.stop());

describe('rate limits', () => {
  it('allow each client this many token requests a minute, and do not affect others', async () => {
    const credentials = { grant_type: 'client_credentials' };
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push(await token(stack, credentials));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expectRefusal(answers[3]!, 429, 'temporarily_unavailable');
    expect(Number(answers[3]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers[0]!.headers.get('ratelimit-policy')).toBe('"token";q=3;w=60');
    const other = { ...credentials, ...c2Credentials };
    expect((await token(stack, other)).status).toBe(200);
  });

  it('refuse a client over them without looking it up, and reveal this only with the right secret', async () => {
    stack.clock.advance(60);
    const credentials = { grant_type: 'client_credentials' };
    const spyOnFind = jest.spyOn(ClientQueries.prototype, 'find');
    for (let time = 0; time < 4; time += 1) await token(stack, credentials);
    const looked = spyOnFind.mock.calls.length;
    const again = await token(stack, credentials);
    expectRefusal(again, 429, 'temporarily_unavailable');
    expect(again.headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(spyOnFind).toHaveBeenCalledTimes(looked);
    expectRefusal(await token(stack, { ...credentials, client_secret: 'not it' }), 401, 'invalid_client');
    stack.clock.advance(60);
    expect((await token(stack, credentials)).status).toBe(200);
    spyOnFind.mockRestore();
  });

  it('count a refused request of a cached client once, and describe it in headers', async () => {
    stack.clock.advance(60);
    const form = { grant_type: 'client_credentials', ...c2Credentials };
    const remainingTexts: (string | undefined)[] = [];
    for (const scope of [undefined, 'nonsense', undefined]) {
      const answer = await token(stack, { ...form, scope });
      expect(answer.status).toBe(scope ? 400 : 200);
      remainingTexts.push(/r=(\d)/.exec(answer.headers.get('ratelimit')!)?.[1]);
    }
    expect(remainingTexts).toEqual(['2', '1', '0']);
  });

  it('are those of the client’s own setting, also if it is refused without a lookup', async () => {
    stack.clock.advance(60);
    const busy = { ...C2, clientId: 'busy-app', tokenRequestsPerMinute: 5 };
    await stack.register(busy);
    const form = { grant_type: 'client_credentials', client_id: busy.clientId, client_secret: busy.secret };
    const answers = [];
    for (let time = 0; time < 7; time += 1) answers.push(await token(stack, form));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe('"token";q=5;w=60');
    expect(answers[6]!.headers.get('ratelimit')).toMatch(/^"token";r=0;/);
    stack.clock.advance(60);
    expect((await token(stack, form)).status).toBe(200);
  });

  it('count clients without a secret by network, so that an attacker cannot use them up for others', async () => {
    stack.clock.advance(60);
    const spyOnFind = jest.spyOn(ClientQueries.prototype, 'find');
    const sendRequest = async (ip: string) => {
      const form = { grant_type: 'refresh_token', refresh_token: 'none', client_secret: undefined };
      const headers = { 'x-forwarded-for': ip };
      const all = { ...form, client_id: P1.clientId };
      return (await token(stack, all, { headers })).status;
    };
    const statuses = [];
    for (const host of [1, 2, 3, 4]) statuses.push(await sendRequest(`203.0.113.${host}`));
    expect(statuses).toEqual([400, 400, 400, 429]);
    const looked = spyOnFind.mock.calls.length;
    expect(await sendRequest('203.0.113.5')).toBe(429);
    expect(spyOnFind).toHaveBeenCalledTimes(looked);
    spyOnFind.mockRestore();
    expect(await sendRequest('198.51.100.1')).toBe(400);
    expect(await sendRequest('2001:db8::1')).toBe(400);
  });

  it('count GET /oauth/validate as a request to the API', async () => {
    stack.clock.advance(60);
    const { body } = await token(stack, { grant_type: 'client_credentials' });
    const statuses = [];
    for (let time = 0; time < 3; time += 1) {
      statuses.push((await validate(stack, body.access_token)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    // counted where the resource API counts: `<client>:<portal>` in its policy
    const minute = Math.floor(stack.clock.now().getTime() / 60_000);
    const counted = () => stack.redis.hget(`${stack.redisPrefix}:rate:api:${minute}`, `${C1.clientId}:1`);
    await eventually('two are counted', async () => (await counted()) === '2');
  });
});

describe('the bytes that a portal writes in a day', () => {
  beforeEach(() => stack.clock.advance(60));
  const change = async (name: string) => {
    const accessToken = await applicationToken(stack, C1);
    return send(stack, 'PUT', `/client/${C1.clientId}`, accessToken, { client_name: name });
  };
  const useUp = () => {
    const written = stack.apps[0]!.get<WrittenBytes>(WRITTEN_BYTES);
    const share = limits.written_bytes.most / 64;
    for (let turn = 0; turn < 64; turn += 1) written.add(1, share, `other-${turn}`);
  };

  it('includes changes by applications, but none by people on pages or with tokens', async () => {
    expect((await change('Before')).status).toBe(200);
    useUp();
    expect((await change('After')).status).toBe(429);
    const [client] = await stack.db.many<{ name: string }>(sql`
      select name from auth.clients where client_id = ${C1.clientId}`);
    expect(client!.name).toBe('Before');
    const form = { grant_type: 'password', username: 'admin@a.example', password };
    expect((await token(stack, form)).status).toBe(200);
  });

  it('has each row of the audit log that an application brings', async () => {
    stack.clock.advance(86_400);
    const spy = jest.spyOn(stack.apps[0]!.get<WrittenBytes>(WRITTEN_BYTES), 'add');
    expect((await change('Again')).status).toBe(200);
    expect(spy.mock.calls.map(([, bytes]) => bytes)).toEqual([512, 'client_name=Again'.length, 4_096]);
    spy.mockRestore();
  });
});

describe('Pages for browsers without a session', () => {
  beforeAll(() => stack.clock.advance(60));
  const fetchPage = (network: string) =>
    fetch(stack.url + authorizeAddress(), { headers: { 'x-forwarded-for': network } });

  it('wait for the permit of their network, and other networks get the other one', async () => {
    const leave = await anonymousPages.enter('198.51.100.0');
    const [same, other] = await Promise.all([fetchPage('198.51.100.9'), fetchPage('203.0.113.9')]);
    expect([same.status, same.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await same.text()).toContain('<html');
    expect(other.status).toBe(200);
    leave();
    expect((await fetchPage('198.51.100.9')).status).toBe(200);
  });

  it('do not delay token requests and signed-in browsers while all permits are taken', async () => {
    const browser = new TestBrowser(stack);
    await browser.follow(await browser.get(authorizeAddress()));
    await browser.login();
    const taken = await Promise.all(['a', 'b'].map((network) => anonymousPages.enter(network)));
    expect((await token(stack, { grant_type: 'client_credentials' })).status).toBe(200);
    expect((await browser.get('/oauth/account')).status).toBe(200);
    expect((await fetchPage('203.0.113.9')).status).toBe(503);
    for (const leave of taken) leave();
  });

  it('return the permit when they fail', async () => {
    for (const attempt of ['first', 'second', 'third'])
      expect((await fetch(`${stack.url}/oauth/authorize?client_id=${attempt}`)).status).toBe(400);
  });
});

describe('rate limits of requests without credentials', () => {
  const credentials = useAuthServers(1, {
    TRUSTED_PROXIES: '127.0.0.1/32',
    RATE_LIMITS: 'on',
    PUBLIC_REQUESTS_PER_MINUTE: '4',
  });
  beforeAll(() => credentials.clock.stop()); // in one minute
  const fromIp = (ip: string) => ({ 'x-forwarded-for': ip });
  const useUp = async (ip: string) => {
    for (let request = 0; request < 4; request += 1)
      await get(`${credentials.url}/oauth/account`, fromIp(ip));
  };

  it('apply to all routes except probes, to documents and to unknown URLs', async () => {
    const ip = '203.0.113.1';
    await useUp(ip);
    const spyOnFind: string[] = [];
    for (const { method, url } of credentials.routes[0]!.entries) {
      if (['HEAD', 'OPTIONS'].includes(method)) continue;
      const { status } = await fetch(credentials.url + url.replace(/[:*]\w*/g, '1'), {
        method,
        headers: fromIp(ip),
        redirect: 'manual',
      });
      if (status !== 429) spyOnFind.push(url);
    }
    expect(spyOnFind.toSorted()).toEqual(['/health/live', '/health/ready']);
    expect((await get(`${credentials.url}/nothing/here`, fromIp(ip))).status).toBe(429);
  });

  it('count wrong credentials of clients for the network, and right ones not', async () => {
    const sendRequest = async (secret: string, ip: string) => {
      const basic = Buffer.from(`${C1.clientId}:${secret}`).toString('base64');
      const headers = { ...fromIp(ip), authorization: `Basic ${basic}` };
      return (await post(`${credentials.url}/oauth/introspect`, { token: 'x' }, headers)).status;
    };
    await useUp('192.0.2.1');
    expect(await sendRequest(C1.secret, '192.0.2.1')).toBe(200);
    for (let request = 0; request < 4; request += 1)
      expect(await sendRequest('wrong', '192.0.3.1')).toBe(401);
    expect((await get(`${credentials.url}/oauth/account`, fromIp('192.0.3.1'))).status).toBe(429);
  });

  it('allow each client 3,000 introspections and revocations a minute, apart from its token requests', async () => {
    const limit = credentials.apps[0]!.get(IntrospectionRateLimit, { strict: false });
    const reply = { headers: () => reply as never };
    for (let time = 0; time < 2_999; time += 1) limit.count(C2.clientId, reply);
    const form = { ...c2Credentials, token: 'x' };
    const sendRequest = (path: string, more = {}) =>
      post(`${credentials.url}/oauth/${path}`, { ...form, ...more }, fromIp('192.0.4.1'));
    const first = await sendRequest('introspect');
    expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '"look";q=3000;w=60']);
    expectRefusal(await sendRequest('revoke'), 429, 'temporarily_unavailable');
    const grant = { grant_type: 'client_credentials' };
    expect((await token(credentials, { ...grant, ...form }, { headers: fromIp('192.0.7.1') })).status).toBe(
      200,
    );
    expect((await sendRequest('introspect', c1Credentials)).status).toBe(200);
  });
});
