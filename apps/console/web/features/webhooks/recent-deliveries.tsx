import { lazy, Suspense, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { describeDeliveries, sumBuckets } from './statistics-sums.js';
import { useAllWebhookStatistics } from './webhooks.queries.js';

const Sparkline = lazy(async () => ({ default: (await import('../../charts/sparkline.js')).Sparkline }));
const loading = <span aria-hidden="true" className="skeleton skeleton-sparkline" />;

/** The results of a webhook's deliveries in the last day: as bars, as a share, and as a sentence. */
export function RecentDeliveries({ webhookId }: { webhookId: number }): ReactNode {
  const words = useTexts();
  const { data, error } = useAllWebhookStatistics();
  if (!data) return error ? <span className="quiet">–</span> : <span className="recent">{loading}</span>;
  const hours = data.hits.find((hit) => hit.webhook_id === webhookId)?.series ?? [];
  if (sumBuckets(hours).attempts === 0)
    return <span className="quiet">{words.t('webhooks.nothingSent')}</span>;
  const { rate, summary, series } = describeDeliveries(hours, words);
  return (
    <span className="recent">
      <Suspense fallback={loading}>
        <Sparkline label={summary} times={hours.map(({ time }) => time)} series={series} />
      </Suspense>
      {rate !== undefined && (
        <span aria-hidden="true" className="quiet">
          {rate}
        </span>
      )}
    </span>
  );
}
