import type { Delivery } from '../common/delivery.js';

/** What one attempt came to; a row of `webhook_attempts` and the change of its delivery. */
export interface Outcome {
  delivery: Pick<Delivery, 'created_on' | 'webhook_id' | 'seq' | 'object_key' | 'redeliveries'>;
  /** Number of the attempt, probes included. */
  number: number;
  durationMs: number;
  status: number | null;
  error: string | null;
  response: string | null;
  probe: boolean;
  /** Whether it counts as a try. */
  counts: boolean;
  result: 'delivered' | 'failed' | 'waiting';
  /** Milliseconds from now to the next try; absent: as it stands. */
  nextInMs?: number;
}
