import { unreadable } from './states.js';

/**
 * Classes of an attempt's status, as named in the API; their order is that of `learning.webhook_hours.classes`, so one
 * is only ever added at the end.
 */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
export type StatusClass = (typeof statusClasses)[number];

/**
 * The public reasons of an attempt without a status, in the order of `learning.webhook_hours.errors`, so one is only
 * ever added at the end. Refused and timed-out connections have the same reason, so that partners cannot scan ports
 * through webhooks.
 */
export const deliveryErrors = [
  'address_refused',
  'connection_failed',
  'tls_failed',
  'timeout',
  'invalid_response',
  // nothing was sent: the service could not read its own data
  unreadable.payload,
  unreadable.secret,
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

/** The public reasons of `tls_failed`, as far as the verifier gives one. */
export const tlsReasons = ['expired', 'self_signed', 'host_mismatch', 'incomplete_chain'] as const;
export type TlsReason = (typeof tlsReasons)[number];

/** Milliseconds at which the buckets of `learning.webhook_hours.buckets` end; an attempt lasts at most 15 seconds. */
const BUCKET_ENDS_MS = [
  5, 10, 20, 35, 50, 75, 100, 150, 250, 500, 1_000, 2_000, 4_000, 7_000, 10_000, 15_000,
] as const;

/** The results of one webhook's deliveries in some time. */
export interface DeliveryCounts {
  /** Deliveries that were delivered, and those that were given up. */
  delivered: number;
  failed: number;
  attempts: number;
  /** Attempts, by index in {@link statusClasses}. */
  classes: number[];
  /** Attempts, by index in {@link deliveryErrors}. */
  errors: number[];
  /** Attempts that got a status, by how long they took. */
  buckets: number[];
}

export const noDeliveryCounts = (): DeliveryCounts => ({
  delivered: 0,
  failed: 0,
  attempts: 0,
  classes: statusClasses.map(() => 0),
  errors: deliveryErrors.map(() => 0),
  buckets: BUCKET_ENDS_MS.map(() => 0),
});

/** A status over 599 counts as a server error (RFC 9110 15). */
const toClass = (status: number | null): StatusClass =>
  status === null ? 'none' : (statusClasses[Math.min(Math.floor(status / 100), 5) - 2] ?? 'none');

export interface CountedAttempt {
  status: number | null;
  error: string | null;
  durationMs: number;
  result: 'delivered' | 'failed' | 'waiting';
}

export function countAttempt(counts: DeliveryCounts, attempt: CountedAttempt): void {
  counts.attempts += 1;
  if (attempt.result === 'delivered') counts.delivered += 1;
  if (attempt.result === 'failed') counts.failed += 1;
  counts.classes[statusClasses.indexOf(toClass(attempt.status))]! += 1;
  const error = deliveryErrors.indexOf(attempt.error as DeliveryError);
  if (error >= 0) counts.errors[error]! += 1;
  if (attempt.status !== null) counts.buckets[findBucket(attempt.durationMs)]! += 1;
}

/** Adds counts to others, which are changed. */
export function addDeliveryCounts(counts: DeliveryCounts, more: DeliveryCounts): void {
  counts.delivered += more.delivered;
  counts.failed += more.failed;
  counts.attempts += more.attempts;
  for (const name of ['classes', 'errors', 'buckets'] as const)
    for (const [place, count] of more[name].entries())
      counts[name][place] = (counts[name][place] ?? 0) + count;
}

/**
 * The milliseconds within which this share of the attempts got a status, as if those in a bucket were spread evenly
 * over it. Null if none did.
 * @param share 0.5 is the median
 */
export function estimateLatencyMs(buckets: readonly number[], share: number): number | null {
  const until = share * buckets.reduce((sum, count) => sum + count, 0);
  let before = 0;
  for (const [place, count] of buckets.entries()) {
    if (count > 0 && before + count >= until) {
      const begin = BUCKET_ENDS_MS[place - 1] ?? 0;
      const end = BUCKET_ENDS_MS[place] ?? begin;
      return Math.round(begin + ((end - begin) * (until - before)) / count);
    }
    before += count;
  }
  return null;
}

function findBucket(ms: number): number {
  const place = BUCKET_ENDS_MS.findIndex((end) => ms <= end);
  return place < 0 ? BUCKET_ENDS_MS.length - 1 : place;
}
