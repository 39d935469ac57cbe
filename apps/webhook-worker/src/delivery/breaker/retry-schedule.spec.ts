import { probeDelay, retryAfterDelay, retryDelay } from './retry-schedule.js';

describe('the retry schedule', () => {
  it('makes ten attempts: immediately, then 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, 6 h, 12 h, 24 h later', () => {
    const seconds = Array.from({ length: 10 }, (_, i) => retryDelay(i + 1, 0.5)).map((ms) => ms && ms / 1000);
    expect(seconds).toEqual([5, 30, 120, 600, 3600, 10800, 21600, 43200, 86400, undefined]);
  });

  it('spreads each delay by 20 %', () => {
    expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([4000, 6000]);
  });

  it('probes after 30 s, 1, 2, 5, then every 10 minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 99].map((n) => probeDelay(n) / 1000)).toEqual([
      30, 60, 120, 300, 600, 600, 600,
    ]);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-01-31T06:00:00Z');
  const delay = (status: number, retryAfter: string | null) =>
    retryAfterDelay({ status, retryAfter }, 5000, now);

  it('of a 429 or 503 postpones the next attempt, in seconds or as a date', () => {
    expect(delay(429, '120')).toBe(120_000);
    expect(delay(503, 'Sat, 31 Jan 2026 06:10:00 GMT')).toBe(600_000);
  });

  it('never moves it before the schedule’s own delay or after 24 hours', () => {
    expect(delay(429, '0')).toBe(5000);
    expect(delay(429, 'Sat, 31 Jan 2026 05:00:00 GMT')).toBe(5000);
    expect(delay(429, '999999999')).toBe(86_400_000);
  });

  it('is ignored on other answers, and when absent or malformed', () => {
    expect(delay(500, '120')).toBeUndefined();
    expect(delay(429, null)).toBeUndefined();
    expect(delay(429, 'soon')).toBeUndefined();
  });
});
