import { Redis } from 'ioredis';
import { useResourceApi } from './resource-api.js';

describe('rate limits', () => {
  const api = useResourceApi({ RATE_LIMITS: true, API_REQUESTS_PER_MINUTE: 3 });

  it('answer 429 with Retry-After over the limit of one client in one portal, and do not affect others', async () => {
    api.clock.set(new Date('2026-05-05T12:00:10Z'));
    const [one, two] = [await api.administrator(), await api.administrator()];
    const me = (token: string) => api.http.get('/v2/me', { token });
    const answers = [await me(one.token), await me(one.token), await me(one.token), await me(one.token)];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429]);
    expect(answers[0]!.headers['ratelimit-policy']).toBe('"api";q=3;w=60');
    expect(answers[0]!.headers['ratelimit']).toBe('"api";r=2;t=50');
    expect(answers[3]!.body.error_code).toBe('too_many_requests');
    expect(answers[3]!.headers['retry-after']).toBe('50');
    expect((await me(two.token)).status).toBe(200);
    api.clock.advance(60);
    expect((await me(one.token)).status).toBe(200);
  });

  it('share one budget with everything else that counts for the client and its portal', async () => {
    const redis = new Redis(api.settings.REDIS_URL);
    try {
      const { token, portal } = await api.administrator();
      const { client_id } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
        client_id: string;
      };
      const minute = Math.floor(api.clock.now().getTime() / 60_000);
      const counts = `${api.settings.REDIS_PREFIX}:rate:api:${minute}`;
      const counted = `${client_id}:${portal.id}`;
      await redis.hset(counts, counted, 1_000);
      expect((await api.http.get('/v2/me', { token })).status).toBe(200);
      while ((await redis.hget(counts, counted)) === '1000');
      // counted separately, the second and the third would be within the limit
      const statuses = [await api.http.get('/v2/me', { token }), await api.http.get('/v2/me', { token })];
      expect(statuses.map(({ status }) => status)).toContain(429);
    } finally {
      redis.disconnect();
    }
  });
});

describe('rate limits of requests without a token', () => {
  const api = useResourceApi({
    RATE_LIMITS: true,
    PUBLIC_REQUESTS_PER_MINUTE: 4,
    TRUSTED_PROXIES: ['127.0.0.1', '::1'],
  });
  beforeAll(() => api.clock.set(new Date('2026-05-05T12:00:10Z')));
  const fromIp = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
  const useUp = async (ip: string) => {
    for (let request = 0; request < 4; request += 1) await api.http.get('/launch/x', fromIp(ip));
  };

  it('answer 429 with Retry-After over the limit of one network, and do not affect others', async () => {
    const answers = [
      await api.http.get('/launch/x', fromIp('192.0.2.1')),
      await api.http.get('/preview/x', fromIp('192.0.2.2')),
      await api.http.get('/launch/x/items/1', fromIp('192.0.2.3')),
      await api.http.post('/launch/x/answers', {
        ...fromIp('192.0.2.4'),
        form: { item: '1', 'answers[0]': '1' },
      }),
      await api.http.get('/launch/x', fromIp('192.0.2.5')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 404, 429]);
    expect(answers[0]!.headers['ratelimit-policy']).toBe('"public";q=4;w=60');
    expect(answers[4]!.headers['retry-after']).toBe('50');
    const part = await api.http.get('/launch/x/items/1', fromIp('192.0.2.5'));
    expect([part.status, part.body.error_code]).toEqual([429, 'too_many_requests']);
    expect(part.headers).toMatchObject({ 'retry-after': '50', 'access-control-allow-origin': '*' });
    expect((await api.http.get('/launch/x', fromIp('192.0.3.1'))).status).toBe(403);
    api.clock.advance(60);
    expect((await api.http.get('/launch/x', fromIp('192.0.2.5'))).status).toBe(403);
  });

  it.each([
    ['en', 'Too many requests'],
    ['de', 'Zu viele Anfragen'],
    ['fr', 'Trop de requêtes'],
  ])('are explained on a page if a page was requested: %s', async (language, title) => {
    const ip = '198.51.100.1';
    await useUp(ip);
    for (const path of ['/launch/x', '/preview/x']) {
      const headers = { ...fromIp(ip).headers, 'accept-language': language };
      const page = await api.http.get(path, { headers });
      expect([page.status, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
      expect(page.text).toContain(`<h1>${title}</h1>`);
      expect([page.headers['cache-control'], page.headers['x-frame-options']]).toEqual([
        'no-store',
        undefined,
      ]);
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('apply to all routes except probes, and to unknown URLs', async () => {
    const ip = '2001:db8::1';
    await useUp(ip);
    const foundNames: string[] = [];
    for (const { method, url } of api.server.routes.entries) {
      if (['HEAD', 'OPTIONS'].includes(method)) continue;
      const { status } = await api.http.send(method, url.replace(/[:*]\w*/g, '1'), fromIp(ip));
      if (status !== 429) foundNames.push(url);
    }
    expect(foundNames.toSorted()).toEqual(['/health/live', '/health/ready']);
    expect((await api.http.get('/nothing/here', fromIp(ip))).status).toBe(429);
  });

  it('apply to routes without a token, whatever the Authorization header contains', async () => {
    const { headers } = fromIp('192.0.5.1');
    await useUp('192.0.5.1');
    for (const path of ['/launch/x', '/docs-json', '/nothing/here'])
      expect((await api.http.get(path, { token: 'junk', headers })).status).toBe(429);
    expect((await api.http.get('/health/live', { token: 'junk', headers })).status).toBe(200);
  });

  it('count requests whose token is bad', async () => {
    const { headers } = fromIp('192.0.6.1');
    for (let request = 0; request < 4; request += 1)
      expect((await api.http.get('/v2/me', { token: 'junk', headers })).status).toBe(401);
    expect((await api.http.get('/launch/x', { headers })).status).toBe(429);
  });

  it('do not apply to requests with a token', async () => {
    const { token } = await api.administrator();
    await useUp('203.0.113.1');
    const { headers } = fromIp('203.0.113.9');
    expect((await api.http.get('/launch/x', { headers })).status).toBe(429);
    expect((await api.http.get('/v2/me', { token, headers })).status).toBe(200);
  });
});
