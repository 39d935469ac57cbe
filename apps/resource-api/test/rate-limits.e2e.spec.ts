import { Redis } from 'ioredis';
import { useResourceApi } from './resource-api.js';

describe('rate limits', () => {
  const api = useResourceApi({ RATE_LIMITS: true, API_REQUESTS_PER_MINUTE: 3 });

  it('answer 429 with Retry-After beyond the limit of one client in one portal, and do not affect others', async () => {
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
