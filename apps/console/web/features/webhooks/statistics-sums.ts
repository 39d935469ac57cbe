import type { PlotSeries } from '../../charts/plot-props.js';
import type { Words } from '../../texts/words.js';

interface Bucket {
  delivered: number;
  failed: number;
  attempts: number;
}

/** All buckets of a series together. */
export const sumBuckets = (buckets: readonly Bucket[]): Bucket =>
  buckets.reduce(
    (sum, bucket) => ({
      delivered: sum.delivered + bucket.delivered,
      failed: sum.failed + bucket.failed,
      attempts: sum.attempts + bucket.attempts,
    }),
    { delivered: 0, failed: 0, attempts: 0 },
  );

/** Counts by name, added up, the largest first. */
export function addCounts(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of counts.flatMap((one) => Object.entries(one)))
    sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries([...sums].sort(([, one], [, other]) => other - one));
}

/** The share of deliveries that succeeded, 0 to 1; undefined before the first has ended. */
export function successRate({ delivered, failed }: Pick<Bucket, 'delivered' | 'failed'>): number | undefined {
  const ended = delivered + failed;
  return ended === 0 ? undefined : delivered / ended;
}

interface DeliveriesSummary {
  /** The formatted share of deliveries that succeeded; undefined before the first has ended. */
  rate: string | undefined;
  /** A sentence that describes the plot. */
  summary: string;
  series: readonly PlotSeries[];
}

/** Delivered and failed deliveries of a series, in words and as a plot. */
export function describeDeliveries(buckets: readonly Bucket[], { t, locale }: Words): DeliveriesSummary {
  const { delivered, failed } = sumBuckets(buckets);
  const share = successRate({ delivered, failed });
  const rate = share?.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
  return {
    rate,
    summary: t(rate === undefined ? 'statistics.noEnd' : 'statistics.summary', {
      count: delivered,
      failed,
      rate: rate ?? '',
    }),
    series: [
      {
        name: t('deliveries.state.delivered'),
        look: 'series-good',
        values: buckets.map((bucket) => bucket.delivered),
      },
      {
        name: t('deliveries.state.failed'),
        look: 'series-bad',
        values: buckets.map((bucket) => bucket.failed),
      },
    ],
  };
}
