import { WindowCounter } from './window-counter.js';

describe('WindowCounter', () => {
  let now = 0;
  const create = (maxKeys?: number) =>
    new WindowCounter({ windowMs: 1_000, nowMs: () => now, ...(maxKeys !== undefined && { maxKeys }) });
  beforeEach(() => (now = 0));

  it('counts each key in separate windows', () => {
    const counter = create();
    counter.add('a');
    now = 400;
    expect(counter.add('a', 2)).toEqual({ count: 3, msLeft: 600, previousCount: 0 });
    expect(counter.add('b')).toEqual({ count: 1, msLeft: 1_000, previousCount: 0 });
    now = 1_000;
    expect(counter.add('a')).toEqual({ count: 1, msLeft: 1_000, previousCount: 3 });
  });

  it('uses the length of a window that is passed when it begins, until it ends', () => {
    const counter = create();
    counter.add('a', 1, 5_000);
    now = 4_999;
    expect(counter.add('a')).toEqual({ count: 2, msLeft: 1, previousCount: 0 });
  });

  it('forgets the key that was counted longest ago if there are too many', () => {
    const counter = create(2);
    for (const key of ['a', 'b', 'c']) counter.add(key);
    expect(['c', 'b', 'a'].map((key) => counter.add(key).count)).toEqual([2, 2, 1]);
  });

  it('forgets a deleted key', () => {
    const counter = create();
    counter.add('a');
    counter.delete('a');
    expect(counter.add('a')).toEqual({ count: 1, msLeft: 1_000, previousCount: 0 });
  });
});
