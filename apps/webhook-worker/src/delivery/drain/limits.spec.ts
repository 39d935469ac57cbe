import { SendingLimits } from './limits.js';

describe('SendingLimits', () => {
  it('admits a number of deliveries in flight to each host', () => {
    const limits = new SendingLimits(2, 100);
    expect(['a', 'a', 'a', 'b'].map((host) => limits.tryEnter(host, 1))).toEqual([true, true, false, true]);
    limits.exit('a');
    expect([limits.tryEnter('a', 1), limits.tryEnter('a', 1)]).toEqual([true, false]);
  });

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
