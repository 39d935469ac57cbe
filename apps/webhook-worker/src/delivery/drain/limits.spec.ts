import { InFlightByKey, SendingLimits } from './limits.js';

describe('InFlightByKey', () => {
  it('admits a number for each key', () => {
    const hosts = new InFlightByKey(2);
    expect(['a', 'a', 'a', 'b'].map((host) => hosts.tryEnter(host))).toEqual([true, true, false, true]);
    hosts.exit('a');
    expect(hosts.tryEnter('a')).toBe(true);
  });
});

describe('SendingLimits', () => {
  it('admits a number per second for each portal', () => {
    let now = 0;
    const limits = new SendingLimits(100, 10, () => now);
    const countSent = (times: number, portalId: number) =>
      Array.from({ length: times }, () => limits.tryEnter('a', portalId)).filter(Boolean).length;
    expect([countSent(20, 1), countSent(5, 2)]).toEqual([10, 5]);
    now += 999;
    expect(countSent(20, 1)).toBe(0);
    now += 1;
    expect(countSent(20, 1)).toBe(10);
  });
});
