import { toFacet, type Bucket } from './catalogue-index.js';

const buckets = (count: number): Bucket[] =>
  Array.from({ length: count }, (_, n) => ({
    key: `t${String(n).padStart(3, '0')}`,
    doc_count: 1 + (n % 2),
  }));

describe('toFacet', () => {
  it('orders by count descending, then by key', () => {
    expect(toFacet('type', buckets(4)).buckets.map(({ key }) => key)).toEqual([
      't001',
      't003',
      't000',
      't002',
    ]);
  });

  it('orders keys that are numbers by value', () => {
    const facet = toFacet(
      'instance',
      [10, 9, 100].map((key) => ({ key, doc_count: 1 })),
    );
    expect(facet.buckets.map(({ key }) => key)).toEqual([9, 10, 100]);
  });

  it.each(['tag', 'topics'] as const)(
    'cuts %s at 200 and returns the count of the remaining documents',
    (name) => {
      const facet = toFacet(name, buckets(203));
      expect(facet.buckets).toHaveLength(200);
      expect(facet.sum_other_doc_count).toBe(3);
      expect(toFacet(name, buckets(200)).sum_other_doc_count).toBe(0);
    },
  );

  it.each(['type', 'language', 'instance', 'location'] as const)('does not cut %s', (name) => {
    const facet = toFacet(name, buckets(203));
    expect(facet.buckets).toHaveLength(203);
    expect(facet).not.toHaveProperty('sum_other_doc_count');
  });
});
