import type { Logger } from '@app/kernel';
import { metrics } from '@app/metrics';
import { parkReason } from './unreadable.js';

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
 * Reports to operators, in the log and in the metrics, that one row was parked so that all others are processed.
 * @param row how to find it
 */
export function logParked(
  logger: Logger,
  kind: ParkedKind,
  error: unknown,
  row: Record<string, string | number>,
): void {
  metrics.worker_parked_total.inc({ kind });
  logger.error({ err: error, kind, reason: parkReason(error), ...row }, 'a row is parked');
}
