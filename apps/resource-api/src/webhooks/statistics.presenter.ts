import { wireTime, type Series } from '@app/contracts';
import {
  deliveryErrors,
  estimateLatencyMs,
  noDeliveryCounts,
  statusClasses,
  type DeliveryCounts,
} from '@app/webhooks';
import type { DeliveryStatistics } from './statistics.schema.js';
import type { BucketRow } from './statistics.queries.js';

/**
 * One entry for each bucket of the series, in order, as the text of a JSON array. Most buckets of a long series are
 * empty: they share their text, because objects would cost ten times the processor time.
 */
export function writeStatistics({ starts }: Series, rows: readonly BucketRow[]): string {
  const rowsByPosition = new Map(rows.map((row) => [row.position, row]));
  const buckets = starts.map((start, position) => {
    const row = rowsByPosition.get(position);
    return row ? JSON.stringify(presentBucket(start, row)) : `{"time":"${wireTime(start)}",${EMPTY_BUCKET}`;
  });
  return `[${buckets.join()}]`;
}

const presentBucket = (start: Date, counts: DeliveryCounts): DeliveryStatistics => ({
  time: wireTime(start),
  delivered: counts.delivered,
  failed: counts.failed,
  attempts: counts.attempts,
  status_classes: byName(statusClasses, counts.classes),
  errors: byName(deliveryErrors, counts.errors),
  p50_ms: estimateLatencyMs(counts.buckets, 0.5),
  p95_ms: estimateLatencyMs(counts.buckets, 0.95),
});

const byName = <Name extends string>(names: readonly Name[], counts: readonly number[]) =>
  Object.fromEntries(names.map((name, position) => [name, counts[position] ?? 0])) as Record<Name, number>;

/** An empty bucket without its brace and its time. */
const EMPTY_BUCKET = JSON.stringify(presentBucket(new Date(0), noDeliveryCounts())).replace(
  /^\{"time":"[^"]+",/,
  '',
);
