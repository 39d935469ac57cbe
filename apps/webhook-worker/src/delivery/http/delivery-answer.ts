import type { DeliveryError } from '@app/webhooks';

export interface DeliveryAnswer {
  /** Milliseconds until the status was known, or until the attempt failed. */
  durationMs: number;
  status: number | null;
  error: DeliveryError | null;
  /** With `tls_failed` the fault of the certificate, with a redirect the host of its `Location`. */
  errorReason: string | null;
  /** The beginning of the answer's body, at most 1 KiB. */
  response: string | null;
  retryAfter: string | null;
}

export const DELIVERY_LIMITS = {
  /** Covers everything until the headers have arrived: DNS, connecting, TLS, waiting. */
  totalMs: 15_000,
  connectMs: 5_000,
  /** How long, in milliseconds, to wait for the beginning of the body once the status is known. */
  bodyMs: 1_000,
  bodyBytes: 1024,
  headerBytes: 16 * 1024,
};
export type DeliveryLimits = typeof DELIVERY_LIMITS;
