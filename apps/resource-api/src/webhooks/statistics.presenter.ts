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

/** One entry for each bucket of the series, in order. */
export function presentStatistics({ starts }: Series, rows: readonly BucketRow[]): DeliveryStatistics[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return starts.map((start, place) => presentBucket(start, byPlace.get(place) ?? noDeliveryCounts()));
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
  Object.fromEntries(names.map((name, place) => [name, counts[place] ?? 0])) as Record<Name, number>;
