import { isPublished, KEY_SET_MAX_AGE_SECONDS, keyStates, PUBLISH_AHEAD_SECONDS } from './key-schedule.js';

const start = Date.UTC(2026, 0, 1) / 1000;
const timeAfter = (seconds: number): Date => new Date((start + seconds) * 1000);
const key = (kid: string, signsFrom: number, revokedAt: number | null = null) => ({
  kid,
  signsFrom: timeAfter(signsFrom),
  revokedAt: revokedAt === null ? null : timeAfter(revokedAt),
});
const statesAt = (seconds: number, keys: ReturnType<typeof key>[]) =>
  Object.fromEntries(keyStates(keys, timeAfter(seconds)).map(({ kid, state }) => [kid, state]));

describe('the states of keys follow from their times', () => {
  const rotating = [key('old', -1000), key('new', PUBLISH_AHEAD_SECONDS)];
  const life = 43_200 + 120;

  it.each([
    [0, { old: 'current', new: 'next' }],
    [PUBLISH_AHEAD_SECONDS - 1, { old: 'current', new: 'next' }],
    [PUBLISH_AHEAD_SECONDS, { old: 'retired', new: 'current' }],
    [PUBLISH_AHEAD_SECONDS + life - 1, { old: 'retired', new: 'current' }],
    [PUBLISH_AHEAD_SECONDS + life, { old: 'expired', new: 'current' }],
  ])('after %i s: %j', (seconds, states) => expect(statesAt(seconds, rotating)).toEqual(states));

  it('a key is published for at least two max-age before it signs', () => {
    expect(PUBLISH_AHEAD_SECONDS).toBeGreaterThanOrEqual(2 * KEY_SET_MAX_AGE_SECONDS);
  });

  it('there is exactly one current key at any moment of a rotation', () => {
    const keys = [key('a', -10), key('b', 5000), key('c', 20_000)];
    for (let seconds = 0; seconds < 90_000; seconds += 500) {
      expect(Object.values(statesAt(seconds, keys)).filter((state) => state === 'current')).toHaveLength(1);
    }
  });

  it('a revoked key has no other state; the key before it signs again only if the revoked one never signed', () => {
    const waiting = [key('old', -10), key('bad', 50, 40)];
    expect(statesAt(100, waiting)).toEqual({ old: 'current', bad: 'revoked' });
    const signing = [key('old', -10), key('bad', 50, 60)];
    expect(statesAt(100, signing)).toEqual({ old: 'retired', bad: 'revoked' });
    expect(statesAt(50 + life, signing)).toEqual({ old: 'expired', bad: 'revoked' });
    expect(statesAt(100, [key('bad', -10, 60), key('next', 500)])).toEqual({ bad: 'revoked', next: 'next' });
  });

  it('of two keys that would sign from the same moment, every process chooses the same one as current', () => {
    const twins = [key('b', 0), key('a', 0)];
    expect(statesAt(1, twins)).toEqual(statesAt(1, twins.toReversed()));
    expect(Object.values(statesAt(1, twins)).sort()).toEqual(['current', 'retired']);
  });

  it('publishes keys that may sign soon, that sign, or that have signed unexpired tokens', () => {
    expect((['next', 'current', 'retired', 'expired', 'revoked'] as const).filter(isPublished)).toEqual([
      'next',
      'current',
      'retired',
    ]);
  });
});
