import { reachedBy, type Bands } from './ranked-page.js';

const bands = (...of: [number, number[]][]): Bands => new Map(of);

describe('reachedBy', () => {
  it('reads only the bands that the page reaches, and what is beside them', () => {
    const beside = [
      { tier: 0, band: 2, popularity: 2, loId: 1 },
      { tier: 1, band: 3, popularity: 3, loId: 9 },
    ];
    const { matches, before } = reachedBy([bands([0, [5, 6]], [3, [7, 8]], [4, [2, 3]])], beside, 3, 2);
    expect(before).toBe(3);
    expect(matches.map(({ loId }) => loId).sort()).toEqual([7, 8, 9]);
  });

  it('takes no more of those without popularity than the page can show', () => {
    const { matches, before } = reachedBy([bands([0, [1, 2, 3, 4, 5, 6]])], [], 2, 2);
    expect({ before, matches }).toEqual({
      before: 0,
      matches: [1, 2, 3, 4].map((loId) => ({ tier: 1, band: 0, popularity: 0, loId })),
    });
  });

  it('goes on with the next tier only where the page does', () => {
    const read: number[] = [];
    function* tiers(): Generator<Bands> {
      for (const tier of [1, 2, 3]) {
        read.push(tier);
        yield bands([0, [tier]]);
      }
    }
    expect(reachedBy(tiers(), [], 1, 1).matches.map(({ loId }) => loId)).toEqual([2]);
    expect(read).toEqual([1, 2]);
  });
});
