import { lazy, Suspense, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { successRate, sumBuckets } from './statistics-sums.js';
import { useEveryStatistics } from './webhooks.queries.js';

const Sparkline = lazy(async () => ({ default: (await import('../../charts/sparkline.js')).Sparkline }));
const loading = <span aria-hidden="true" className="skeleton skeleton-sparkline" />;

/** The outcomes of a webhook's deliveries in the last day: drawn, as a share, and as a sentence. */
export function RecentDeliveries({ webhookId }: { webhookId: number }): ReactNode {
  const { t, locale } = useTexts();
  const { data, error } = useEveryStatistics();
  if (!data) return error ? <span className="quiet">–</span> : <span className="recent">{loading}</span>;
  const hours = data.hits.find((hit) => hit.webhook_id === webhookId)?.series ?? [];
  const sum = sumBuckets(hours);
  if (sum.attempts === 0) return <span className="quiet">{t('webhooks.nothingSent')}</span>;
  const rate = successRate(sum)?.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
  const sentence = t(rate === undefined ? 'statistics.noEnd' : 'statistics.summary', {
    count: sum.delivered,
    failed: sum.failed,
    rate: rate ?? '',
  });
  const series = [
    {
      name: t('deliveries.state.delivered'),
      look: 'series-good',
      values: hours.map((hour) => hour.delivered),
    },
    { name: t('deliveries.state.failed'), look: 'series-bad', values: hours.map((hour) => hour.failed) },
  ];
  return (
    <span className="recent">
      <Suspense fallback={loading}>
        <Sparkline label={sentence} times={hours.map(({ time }) => time)} series={series} />
      </Suspense>
      {rate !== undefined && (
        <span aria-hidden="true" className="quiet">
          {rate}
        </span>
      )}
    </span>
  );
}
