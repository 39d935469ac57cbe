import { connect } from '@app/redis';
import { TestClock, testRedis, eventually } from '@app/testing';
import { once } from 'node:events';
import { pino } from 'pino';
import { RateLimiter, rateLimitHeaders } from './rate-limiter.js';

describe('RateLimiter', () => {
  const settings = testRedis();
  const redis = connect(settings);
  const away = connect({ REDIS_URL: 'redis://127.0.0.1:1', REDIS_PREFIX: 'away' });
  const clock = new TestClock();
  const policy = { name: 'api', limit: 3, windowSeconds: 60 } as const;
  const limiter = (connection = redis) =>
    new RateLimiter(policy, connection, settings.REDIS_PREFIX, clock, pino({ level: 'silent' }));
  const limiters: RateLimiter[] = [];
  const track = (one: RateLimiter) => (limiters.push(one), one);

  beforeAll(async () => {
    clock.set(new Date('2026-01-01T00:00:30Z'));
    if (redis.status !== 'ready') await once(redis, 'ready');
  });
  afterAll(async () => {
    for (const one of limiters) await one.close();
    redis.disconnect();
    away.disconnect();
  });

  it('allows the limit in a window, then none until the next', () => {
    const one = track(limiter());
    expect([1, 2, 3, 4].map(() => one.count('a').isAllowed)).toEqual([true, true, true, false]);
    expect(one.count('b').isAllowed).toBe(true);
    clock.advance(30);
    expect(one.count('a')).toEqual({ limit: 3, isAllowed: true, remaining: 2, resetSeconds: 60 });
    clock.advance(-30);
  });

  it('counts a bounded number of keys, and drops the least recently used', () => {
    const one = track(limiter());
    one.count('busy');
    one.count('idle');
    for (let number = 0; number < 100_000; number += 1) {
      one.count(`network ${number}`);
      if (number === 50_000) one.count('busy');
    }
    expect(one.peek('busy').remaining).toBe(0);
    expect(one.peek('idle').remaining).toBe(2);
  });

  it('shares its counts with other processes', async () => {
    const [one, two] = [track(limiter()), track(limiter())];
    one.count('shared');
    two.count('shared');
    await one.share();
    await two.share();
    expect(two.count('shared').remaining).toBe(0);
    expect(two.count('shared').isAllowed).toBe(false);
  });

  it('sends nothing to Redis within a request, and exchanges the counts on its own', async () => {
    const [one, two] = [track(limiter()), track(limiter())];
    const spy = jest.spyOn(redis as unknown as { addRequests(): unknown }, 'addRequests');
    const window = Math.floor(clock.now().getTime() / 60_000);
    /** Settles when this many are counted in Redis. */
    const counted = (count: number) => {
      const key = `${settings.REDIS_PREFIX}:rate:api:${window}`;
      return eventually('shared', async () => (await redis.hget(key, 'timer')) === String(count));
    };
    for (let time = 0; time < 3; time += 1) one.count('timer');
    expect(two.count('timer').isAllowed).toBe(true);
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
    await counted(4);
    // a process that has counted nothing sends nothing, so one more is counted; answers come in order
    two.count('timer');
    await two.share();
    await redis.ping();
    expect(two.count('timer').isAllowed).toBe(false);
  });

  it('counts on its own while Redis is down', async () => {
    const one = track(limiter(away));
    one.count('c');
    one.count('c');
    await one.share();
    expect(one.count('c').remaining).toBe(0);
    expect(one.count('c').isAllowed).toBe(false);
  });

  it('keeps its counts when Redis is emptied', async () => {
    const one = track(limiter());
    one.count('emptied');
    one.count('emptied');
    await one.share();
    await redis.del(`${settings.REDIS_PREFIX}:rate:api:${Math.floor(clock.now().getTime() / 60_000)}`);
    one.count('emptied');
    await one.share();
    expect(one.count('emptied').isAllowed).toBe(false);
  });

  it('counts a key up to its own limit', () => {
    const one = track(limiter());
    const allowed = Array.from({ length: 6 }, () => one.count('with its own limit', 1, 5).isAllowed);
    expect(allowed).toEqual([true, true, true, true, true, false]);
    expect(one.peek('with its own limit', 5)).toMatchObject({ limit: 5, remaining: 0 });
    expect(one.peek('any other')).toMatchObject({ limit: 3, remaining: 2 });
  });

  it('reports this in headers', () => {
    expect(rateLimitHeaders(policy, { limit: 5, isAllowed: true, remaining: 2, resetSeconds: 30 })).toEqual({
      'ratelimit-policy': '"api";q=5;w=60',
      ratelimit: '"api";r=2;t=30',
    });
  });
});
