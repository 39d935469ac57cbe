import type { Logger } from '@app/kernel';
import { reasonOf } from '../parking/index.js';
import type { WorkerMetrics } from './worker-metrics.js';

/** What may be put aside. */
export type ParkedKind =
  | 'webhook'
  | 'delivery'
  | 'test_delivery'
  | 'event'
  | 'outcome'
  | 'mail'
  | 'payment'
  | 'visibility_change'
  | 'link';

/**
 * Tells operators that one row was put aside, in the log and in the metrics, so that all others go on.
 * @param row how it is found
 */
export function noteParked(
  { metrics, logger }: { metrics: WorkerMetrics; logger: Logger },
  kind: ParkedKind,
  error: unknown,
  row: Record<string, string | number>,
): void {
  metrics.parked.inc({ kind });
  logger.error({ err: error, kind, reason: reasonOf(error), ...row }, 'a row is parked');
}
