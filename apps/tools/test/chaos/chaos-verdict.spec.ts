import { judge, type Subscription } from './chaos-verdict.js';

const committed = [1, 2, 3].map((n) => ({ portalId: 1, objectId: 7, type: 'user.update' as const, n }));
const arrivals = (...ns: number[]) =>
  ns.map((n) => ({ objectId: 7, type: 'user.update', n, sequence: n, signedAt: 0 }));
const subscription = (ns: number[], fields: Partial<Subscription> = {}): Subscription => ({
  name: 'a',
  portalId: 1,
  types: ['user.update'],
  endpoint: { arrivals: arrivals(...ns), isHealthy: true },
  ...fields,
});

describe('the verdict of a chaos run', () => {
  it('finds nothing wrong when everything arrived in order', () => {
    expect(judge(committed, [subscription([1, 2, 3])])).toEqual({
      missing: [],
      misdirected: [],
      disordered: [],
      expected: 3,
      repeats: 0,
    });
  });

  it('finds missing events, but only at healthy endpoints', () => {
    expect(judge(committed, [subscription([1, 3])]).missing).toEqual(['a: 7#2']);
    const ill = subscription([], { endpoint: { arrivals: [], isHealthy: false } });
    expect(judge(committed, [ill]).missing).toEqual([]);
  });

  it('finds first arrivals in the wrong order, and counts repeats separately', () => {
    expect(judge(committed, [subscription([2, 1, 3])]).disordered).toEqual(['a: 7#1']);
    expect(judge(committed, [subscription([1, 2, 1, 2, 3])])).toMatchObject({ disordered: [], repeats: 2 });
  });

  it('finds events that arrived without a subscription', () => {
    expect(judge(committed, [subscription([1], { portalId: 2 })]).misdirected).toEqual([
      'a: user.update 7#1',
    ]);
    expect(judge(committed, [subscription([1], { types: [] })]).misdirected).toHaveLength(1);
  });
});
