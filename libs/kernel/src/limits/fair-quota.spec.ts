import { FairQuota } from './fair-quota.js';

describe('FairQuota', () => {
  /** Lets owners take turns until nobody may take more. */
  const fill = (quota: FairQuota, owners: readonly string[]) => {
    let isAny = true;
    while (isAny) {
      isAny = false;
      for (const owner of owners) {
        if (!quota.mayTake(owner)) continue;
        quota.acquire(owner);
        isAny = true;
      }
    }
    return owners.map((owner) => quota.heldBy(owner));
  };

  it.each([
    [['a'], [30]],
    [
      ['a', 'b'],
      [20, 20],
    ],
    [
      ['a', 'b', 'c'],
      [15, 15, 15],
    ],
  ])('gives %j equal shares and leaves as much free', (owners, expected) => {
    expect(fill(new FairQuota(60), owners)).toEqual(expected);
  });

  it('leaves a part for the next owner', () => {
    const quota = new FairQuota(60);
    fill(quota, ['a', 'b']);
    expect(quota.mayTake('c', 20)).toBe(true);
    expect(quota.mayTake('c', 21)).toBe(false);
  });

  it('allows the first owner more than the size', () => {
    const quota = new FairQuota(60);
    expect(quota.mayTake('a', 100)).toBe(true);
    quota.acquire('a', 100);
    expect([quota.mayTake('a', 1), quota.mayTake('b', 1)]).toEqual([false, false]);
  });

  it('forgets owners that have returned everything', () => {
    const quota = new FairQuota(60);
    expect(quota.findLargest()).toBeUndefined();
    quota.acquire('a', 3);
    quota.acquire('b', 5);
    expect([quota.held, quota.findLargest()]).toEqual([8, 'b']);
    quota.release('b', 5);
    expect([quota.held, quota.heldBy('b'), quota.findLargest()]).toEqual([3, 0, 'a']);
  });
});
