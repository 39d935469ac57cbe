import { Shares } from './shares.js';

describe('Shares', () => {
  /** Lets owners take turns until nobody may take more. */
  const fill = (shares: Shares<string>, owners: readonly string[]) => {
    let isAny = true;
    while (isAny) {
      isAny = false;
      for (const owner of owners) {
        if (!shares.mayTake(owner)) continue;
        shares.acquire(owner);
        isAny = true;
      }
    }
    return owners.map((owner) => shares.heldBy(owner));
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
  ])('lets %j have equal shares and leaves as much free', (owners, expected) => {
    expect(fill(new Shares(60), owners)).toEqual(expected);
  });

  it('leaves something for an owner who comes later', () => {
    const shares = new Shares<string>(60);
    fill(shares, ['a', 'b']);
    expect(shares.mayTake('c', 20)).toBe(true);
    expect(shares.mayTake('c', 21)).toBe(false);
  });

  it('lets the first take more than there is', () => {
    const shares = new Shares<string>(60);
    expect(shares.mayTake('a', 100)).toBe(true);
    shares.acquire('a', 100);
    expect([shares.mayTake('a', 1), shares.mayTake('b', 1)]).toEqual([false, false]);
  });

  it('forgets owners who have given everything back', () => {
    const shares = new Shares<string>(60);
    expect(shares.findLargest()).toBeUndefined();
    shares.acquire('a', 3);
    shares.acquire('b', 5);
    expect([shares.held, shares.findLargest()]).toEqual([8, 'b']);
    shares.release('b', 5);
    expect([shares.held, shares.heldBy('b'), shares.findLargest()]).toEqual([3, 0, 'a']);
  });
});
