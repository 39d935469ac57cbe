import { PATIENCE_MS } from '@app/testing';
import { ClientQueries } from '../src/clients/index.js';
import { C1, C2, P1, useAuthServers } from './auth-stack.js';
import { bearer, expectRefusal, get, token } from './requests.js';

const stack = useAuthServers(1, {
  TRUSTED_PROXIES: '127.0.0.1/32',
  RATE_LIMITS: 'on',
  TOKEN_REQUESTS_PER_MINUTE: '3',
  API_REQUESTS_PER_MINUTE: '2',
});

describe('rate limits', () => {
  it('allow each client this many token requests a minute, and do not affect others', async () => {
    const own = { grant_type: 'client_credentials' };
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push(await token(stack, own));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expectRefusal(answers[3]!, 429, 'temporarily_unavailable');
    expect(Number(answers[3]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers[0]!.headers.get('ratelimit-policy')).toBe('"token";q=3;w=60');
    const other = { ...own, client_id: C2.clientId, client_secret: C2.secret };
    expect((await token(stack, other)).status).toBe(200);
  });

  it('refuse a client beyond them without looking it up, and reveal this only with the right secret', async () => {
    stack.clock.advance(60);
    const own = { grant_type: 'client_credentials' };
    const found = jest.spyOn(ClientQueries.prototype, 'find');
    for (let time = 0; time < 4; time += 1) await token(stack, own);
    const looked = found.mock.calls.length;
    const again = await token(stack, own);
    expectRefusal(again, 429, 'temporarily_unavailable');
    expect(again.headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(found).toHaveBeenCalledTimes(looked);
    expectRefusal(await token(stack, { ...own, client_secret: 'not it' }), 401, 'invalid_client');
    stack.clock.advance(60);
    expect((await token(stack, own)).status).toBe(200);
    found.mockRestore();
  });

  it('count a request once that is first tried together with others, and tell so when it is refused', async () => {
    stack.clock.advance(60);
    const form = { grant_type: 'client_credentials', client_id: C2.clientId, client_secret: C2.secret };
    const left: (string | undefined)[] = [];
    for (const scope of [undefined, 'nonsense', undefined]) {
      const answer = await token(stack, { ...form, scope });
      expect(answer.status).toBe(scope ? 400 : 200);
      left.push(/r=(\d)/.exec(answer.headers.get('ratelimit')!)?.[1]);
    }
    expect(left).toEqual(['2', '1', '0']);
  });

  it('count clients without a secret by network, so that no stranger can use them up for everybody', async () => {
    stack.clock.advance(60);
    const found = jest.spyOn(ClientQueries.prototype, 'find');
    const ask = async (ip: string) => {
      const form = { grant_type: 'refresh_token', refresh_token: 'none', client_secret: undefined };
      const headers = { 'x-forwarded-for': ip };
      const all = { ...form, client_id: P1.clientId };
      return (await token(stack, all, { headers })).status;
    };
    const statuses = [];
    for (const host of [1, 2, 3, 4]) statuses.push(await ask(`203.0.113.${host}`));
    expect(statuses).toEqual([400, 400, 400, 429]);
    const looked = found.mock.calls.length;
    expect(await ask('203.0.113.5')).toBe(429);
    expect(found).toHaveBeenCalledTimes(looked);
    found.mockRestore();
    expect(await ask('198.51.100.1')).toBe(400);
    expect(await ask('2001:db8::1')).toBe(400);
  });

  it('count GET /oauth/validate as a request to the API', async () => {
    stack.clock.advance(60);
    const { body } = await token(stack, { grant_type: 'client_credentials' });
    const statuses = [];
    for (let time = 0; time < 3; time += 1) {
      statuses.push((await get(`${stack.url}/oauth/validate`, bearer(body.access_token))).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    // counted where the resource API counts: `<client>:<portal>` in its policy
    const minute = Math.floor(stack.clock.now().getTime() / 60_000);
    const deadline = Date.now() + PATIENCE_MS;
    let counted: string | null = null;
    while (counted !== '2' && Date.now() < deadline)
      counted = await stack.redis.hget(`${stack.redisPrefix}:rate:api:${minute}`, `${C1.clientId}:1`);
    expect(counted).toBe('2');
  });
});
