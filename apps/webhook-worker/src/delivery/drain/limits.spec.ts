import { InFlightByKey, RateByKey } from './limits.js';

describe('InFlightByKey', () => {
  it('admits a number for each key', () => {
    const hosts = new InFlightByKey(2);
    expect(['a', 'a', 'a', 'b'].map((host) => hosts.tryEnter(host))).toEqual([true, true, false, true]);
    hosts.exit('a');
    expect(hosts.tryEnter('a')).toBe(true);
  });
});

describe('RateByKey', () => {
  it('admits a number per second for each key, and no more after a pause', () => {
    let now = 0;
    const rate = new RateByKey(10, () => now);
    const spendTokens = (times: number, key = 1) =>
      Array.from({ length: times }, () => rate.tryTake(key)).filter(Boolean).length;
    expect(spendTokens(20)).toBe(10);
    expect(spendTokens(5, 2)).toBe(5);
    now += 500;
    expect(spendTokens(20)).toBe(5);
    now += 60_000;
    expect(spendTokens(20)).toBe(10);
  });
});
