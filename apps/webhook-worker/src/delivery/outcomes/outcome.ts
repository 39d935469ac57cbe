/** The delivery that an attempt belongs to, and the round of that delivery. */
export interface AttemptedDelivery {
  created_on: string;
  webhook_id: number;
  seq: number;
  object_key: string;
  redeliveries: number;
}

/** The result of one attempt: a row of `webhook_attempts` and the change of its delivery. */
export interface DeliveryOutcome {
  delivery: AttemptedDelivery;
  /** Number of the attempt, including probes. */
  number: number;
  durationMs: number;
  status: number | null;
  error: string | null;
  errorReason: string | null;
  response: string | null;
  probe: boolean;
  counts: boolean;
  result: 'delivered' | 'failed' | 'waiting';
  /** Milliseconds from now to the next attempt; absent: unchanged. */
  nextInMs?: number;
}
