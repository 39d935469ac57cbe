/** Of which delivery an attempt was, and of which of its rounds. */
export interface AttemptedDelivery {
  created_on: string;
  webhook_id: number;
  seq: number;
  object_key: string;
  redeliveries: number;
}

/** What one attempt came to; a row of `webhook_attempts` and the change of its delivery. */
export interface Outcome {
  delivery: AttemptedDelivery;
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
