import type { DueDelivery } from './mailbox.queries.js';
import { ObjectChains } from './object-chains.js';

const due = (seq: number, object: string, redeliveries = 0) =>
  ({ seq, object_key: object, redeliveries, data: '{}' }) as DueDelivery;
const drain = (chains: ObjectChains) => {
  const seqs: number[] = [];
  for (let each = chains.next(); each; each = chains.next()) seqs.push(each.seq);
  return seqs;
};

describe('ObjectChains', () => {
  let chains: ObjectChains;
  const [a1, b2, a3, a4] = [due(1, 'a'), due(2, 'b'), due(3, 'a'), due(4, 'a')] as const;

  beforeEach(() => {
    chains = new ObjectChains();
    for (const each of [a1, b2, a3, a4]) chains.add(each);
  });

  it('returns the first delivery of each object, and the next one when that has ended', () => {
    expect(drain(chains)).toEqual([1, 2]);
    chains.ended(a1);
    expect(drain(chains)).toEqual([3]);
    chains.ended(a3);
    expect(drain(chains)).toEqual([4]);
  });

  it('holds back the events behind a failure until it is stored, and then drops them', () => {
    drain(chains);
    chains.add(due(5, 'a'));
    expect(drain(chains)).toEqual([]);
    chains.stored(a1);
    expect(chains.bufferedSequences).toEqual([2]);
    chains.add(a3);
    expect(drain(chains)).toEqual([3]);
  });

  it('holds back the events behind a failure if an earlier success is stored first', () => {
    drain(chains);
    chains.ended(a1);
    expect(drain(chains)).toEqual([3]);
    chains.stored(a1);
    chains.add(a4);
    expect(drain(chains)).toEqual([]);
    chains.stored(a3);
    expect(chains.bufferedSequences).toEqual([2]);
  });

  it('neither delays redeliveries nor is delayed by them', () => {
    drain(chains);
    chains.add(due(5, 'a', 1));
    chains.add(due(6, 'c', 1));
    chains.add(due(7, 'c'));
    expect(drain(chains)).toEqual([5, 6, 7]);
  });

  it('ignores a delivery that is already buffered, until its outcome is stored', () => {
    drain(chains);
    chains.ended(b2);
    chains.add(b2);
    expect(drain(chains)).toEqual([]);
    chains.stored(b2);
    expect(chains.bufferedSequences).toEqual([1, 3, 4]);
  });

  it('drops deliveries that were not sent', () => {
    chains.next();
    chains.dropUnsent();
    expect(chains.bufferedSequences).toEqual([1]);
    chains.ended(a1);
    expect(drain(chains)).toEqual([]);
  });

  it('counts the bytes of buffered deliveries', () => {
    chains = new ObjectChains();
    const one = { ...due(1, 'a'), data: '"ü"' };
    chains.add(one);
    chains.add(due(2, 'a'));
    chains.add(due(3, 'b'));
    expect(chains.bytes).toBe(4 + 2 + 2);
    chains.next();
    chains.stored(one);
    expect(chains.bytes).toBe(2);
    chains.stored(one);
    chains.dropUnsent();
    expect(chains.bytes).toBe(0);
  });
});
