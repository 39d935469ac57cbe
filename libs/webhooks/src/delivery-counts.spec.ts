import {
  addDeliveryCounts,
  countAttempt,
  deliveryErrors,
  estimateLatencyMs,
  noDeliveryCounts,
  type CountedAttempt,
  statusClasses,
} from './delivery-counts.js';

const counted = (attempts: Partial<CountedAttempt>[]) => {
  const counts = noDeliveryCounts();
  for (const { status = null, error = null, durationMs = 12, result = 'waiting' } of attempts)
    countAttempt(counts, { status, error, durationMs, result });
  return counts;
};
const named = (names: readonly string[], counts: number[]) =>
  Object.fromEntries(names.map((name, place) => [name, counts[place]]).filter(([, count]) => count));

describe('counts of attempts', () => {
  it('contain the results of deliveries, by class of status and by error', () => {
    const counts = counted([
      { status: 200, result: 'delivered' },
      { status: 204, result: 'delivered' },
      { status: 302 },
      { status: 410 },
      { status: 500, result: 'failed' },
      { status: 999 },
      { error: 'timeout', durationMs: 15_000 },
      { error: 'payload_unreadable', result: 'failed' },
    ]);
    expect(counts).toMatchObject({ attempts: 8, delivered: 2, failed: 2 });
    expect(named(statusClasses, counts.classes)).toEqual({ '2xx': 2, '3xx': 1, '4xx': 1, '5xx': 2, none: 2 });
    expect(named(deliveryErrors, counts.errors)).toEqual({ timeout: 1, payload_unreadable: 1 });
  });

  it('are added up', () => {
    const sum = counted([{ status: 200, result: 'delivered' }]);
    addDeliveryCounts(sum, counted([{ status: 200, result: 'delivered' }, { error: 'timeout' }]));
    expect(sum).toEqual(
      counted([
        { status: 200, result: 'delivered' },
        { status: 200, result: 'delivered' },
        { error: 'timeout' },
      ]),
    );
  });
});

describe('the estimated latency', () => {
  const estimates = (durations: number[], status?: number) => {
    const { buckets } = counted(
      durations.map((durationMs) => ({ durationMs, ...(status !== undefined && { status }) })),
    );
    return [0.5, 0.95].map((share) => estimateLatencyMs(buckets, share));
  };

  it('is null without an answer', () => {
    expect(estimates([])).toEqual([null, null]);
    expect(estimates([7, 15_000])).toEqual([null, null]);
  });

  it('lies in the bucket of the share', () => {
    expect(estimates([...Array<number>(90).fill(30), ...Array<number>(10).fill(3_000)], 200)).toEqual([
      28, 3_000,
    ]);
    expect(estimates([0, 0, 0, 0], 200)).toEqual([3, 5]);
    expect(estimates([20_000], 500)).toEqual([12_500, 14_750]);
  });
});
