import { MailboxState, unreadable } from '@app/webhooks';
import {
  afterFailure,
  afterSuccess,
  mustDisable,
  nextProbeDelay,
  type Health,
  retryAfterDelay,
  retryDelay,
} from '../breaker/index.js';
import type { DeliveryAnswer } from '../http/index.js';
import type { DeliveryOutcome } from '../outcomes/index.js';
import type { DeliveryJob } from './delivery.js';
import type { LeasedMailbox, Release } from './mailbox.queries.js';
import { isSuccess } from './sender.js';

/** Failed probes with one delivery before the oldest of the next object is used. */
const PROBES_PER_DELIVERY = 2;

/** The consequences of a slice's answers for each delivery and for the webhook as a whole. */
export class MailboxProgress {
  #current: Health;
  #probeSeq: number | null;
  #probeFailures: number;
  readonly #latencies: Latencies;
  /** Milliseconds for which the receiver asked us to wait. */
  holdMs: number | undefined;
  /** The webhook must be disabled: it failed for too long, or answered 410. */
  mustDisable = false;

  constructor(leased: LeasedMailbox) {
    this.#current = toHealth(leased);
    this.#probeSeq = leased.probe_seq;
    this.#probeFailures = leased.probe_failures;
    this.#latencies = new Latencies(leased.p95_ms);
  }

  get health(): Health {
    return this.#current;
  }

  get isParked(): boolean {
    return this.#current.state === 'parked';
  }

  get p95Ms(): number {
    return this.#latencies.p95;
  }

  /** The sequence from which to look for a delivery to probe with. */
  get probeFrom(): number {
    if (this.#probeSeq === null) return 0;
    return this.#probeFailures >= PROBES_PER_DELIVERY ? this.#probeSeq + 1 : this.#probeSeq;
  }

  /** Takes an answer into account. @returns what must be stored */
  judge(
    delivery: DeliveryJob,
    answer: DeliveryAnswer,
    attempt: { now: Date; probe: boolean },
  ): DeliveryOutcome {
    this.#latencies.add(answer.durationMs);
    const outcome: DeliveryOutcome = {
      delivery,
      number: delivery.attempts + 1,
      durationMs: answer.durationMs,
      status: answer.status,
      error: answer.error,
      errorReason: answer.errorReason,
      response: answer.response,
      probe: attempt.probe,
      counts: !attempt.probe,
      result: 'delivered',
    };
    if (isSuccess(answer)) {
      this.#current = afterSuccess(this.#current, attempt.now);
      this.#probeSeq = null;
      this.#probeFailures = 0;
      return outcome;
    }
    this.#current = afterFailure(this.#current, attempt.now, attempt);
    this.mustDisable ||= mustDisable(this.#current, answer.status, attempt.now);
    return attempt.probe
      ? this.#failedProbe(outcome, answer, attempt.now)
      : this.#failedTry(outcome, delivery, answer, attempt.now);
  }

  /** A delivery that cannot be sent at all, which says nothing about the receiver. @returns what must be stored */
  unreadable(delivery: DeliveryJob): DeliveryOutcome {
    return {
      delivery,
      number: delivery.attempts + 1,
      durationMs: 0,
      status: null,
      error: unreadable.payload,
      errorReason: null,
      response: null,
      probe: false,
      counts: true,
      result: 'failed',
    };
  }

  get release(): Release {
    return {
      health: this.#current,
      p95Ms: this.p95Ms,
      probeSeq: this.#probeSeq,
      probeFailures: this.#probeFailures,
      nextProbeInMs: this.isParked ? nextProbeDelay(this.#current) : undefined,
      holdMs: this.holdMs,
    };
  }

  #failedProbe(outcome: DeliveryOutcome, answer: DeliveryAnswer, now: Date): DeliveryOutcome {
    const { seq } = outcome.delivery;
    this.#probeFailures = seq === this.#probeSeq ? this.#probeFailures + 1 : 1;
    this.#probeSeq = seq;
    this.#postpone(retryAfterDelay(answer, nextProbeDelay(this.#current), now));
    return { ...outcome, result: 'waiting' };
  }

  #failedTry(
    outcome: DeliveryOutcome,
    delivery: DeliveryJob,
    answer: DeliveryAnswer,
    now: Date,
  ): DeliveryOutcome {
    const delay = retryDelay(delivery.round_tries + 1);
    const requestedMs = retryAfterDelay(answer, delay ?? 0, now);
    this.#postpone(requestedMs);
    if (delay === undefined) return { ...outcome, result: 'failed' };
    return { ...outcome, result: 'waiting', nextInMs: requestedMs ?? delay };
  }

  #postpone(ms: number | undefined): void {
    if (ms !== undefined) this.holdMs = Math.max(this.holdMs ?? 0, ms);
  }
}

function toHealth(leased: LeasedMailbox): Health {
  return {
    state: leased.state === MailboxState.parked ? 'parked' : 'open',
    failuresInRow: leased.failures_in_row,
    failingSince: leased.failing_since,
    failingForMs: leased.failing_for_ms,
    lastSuccess: leased.last_success_time,
    lastTry: leased.last_try_time,
    probes: leased.probes,
    ramp: leased.ramp,
  };
}

const KEPT = 50;
const ENOUGH = 5;

/** The 95th percentile of the last durations; the previous value while there are too few. */
class Latencies {
  readonly #last: number[] = [];

  constructor(private readonly former: number) {}

  add(ms: number): void {
    this.#last.push(ms);
    if (this.#last.length > KEPT) this.#last.shift();
  }

  get p95(): number {
    if (this.#last.length < ENOUGH) return Math.max(this.former, 0);
    const sorted = [...this.#last].sort((a, b) => a - b);
    return sorted[Math.ceil(sorted.length * 0.95) - 1]!;
  }
}
