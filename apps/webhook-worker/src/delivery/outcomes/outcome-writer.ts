import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database, DatabaseUnavailable } from '@app/database';
import { LOGGER, SingleFlight, type Logger } from '@app/kernel';
import { metrics } from '@app/metrics';
import { WebhookHours } from '../hours/index.js';
import type { DeliveryOutcome } from './outcome.js';
import { releaseFollowers, saveOutcomes } from './outcomes.queries.js';
import { isRowError, logParked } from '../../edge/parking/index.js';

interface Pending {
  outcome: DeliveryOutcome;
  saved: () => void;
}

const BATCH = 200;
const FLUSH_MS = 20;
/** With this many outcomes waiting, nothing more is sent until Postgres has stored some. */
const MAX_PENDING = 10_000;
const RETRY_MS = 250;
/** Milliseconds between two log lines about the same problem. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Collects the outcomes of all deliveries in the process and stores them together. While Postgres is down, or
 * something in it is locked or missing, they wait in memory. If an outcome is lost, its delivery is sent again.
 */
@Injectable()
export class OutcomeWriter implements OnModuleDestroy {
  #pending: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #saves = new SingleFlight(() => this.#saveAll());
  #closing = false;
  /** By `performance.now()`. */
  #nextLogAt = 0;

  constructor(
    private readonly database: Database,
    private readonly hours: WebhookHours,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isFull(): boolean {
    return this.#pending.length >= MAX_PENDING;
  }

  /** Resolves once the outcome is stored, or has been found impossible to store. */
  add(outcome: DeliveryOutcome): Promise<void> {
    return new Promise((saved) => {
      this.#pending.push({ outcome, saved });
      if (this.#pending.length >= BATCH) void this.#flush();
      else this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_MS);
    });
  }

  /** Stores what is waiting; gives up if Postgres is down. */
  onModuleDestroy(): Promise<void> {
    this.#closing = true;
    return this.#flush();
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#saves.again();
  }

  async #saveAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.slice(0, BATCH);
      try {
        await this.#save(batch);
      } catch (error) {
        if (this.#closing) return;
        if (!isRowError(error)) {
          await this.#pauseAfter(error);
          continue;
        }
        if (!(await this.#saveOneByOne(batch))) continue;
      }
      this.#pending.splice(0, batch.length);
      for (const { saved } of batch) saved();
    }
  }

  async #pauseAfter(error: unknown): Promise<void> {
    if (!(error instanceof DatabaseUnavailable) && performance.now() >= this.#nextLogAt) {
      this.#nextLogAt = performance.now() + LOG_INTERVAL_MS;
      this.logger.error({ err: error, waiting: this.#pending.length }, 'outcomes cannot be stored yet');
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }

  async #save(batch: Pending[]): Promise<void> {
    const outcomes = batch.map(({ outcome }) => outcome);
    const { repeats } = await saveOutcomes(this.database, outcomes);
    metrics.webhook_repeats_total.inc(repeats);
    const endedLate = outcomes.filter(({ result, number }) => result !== 'waiting' && number > 1);
    if (endedLate.length > 0) await releaseFollowers(this.database, endedLate);
    for (const outcome of outcomes) this.hours.count(outcome.delivery.webhook_id, outcome);
  }

  /**
   * Stores outcomes one by one, so that one that cannot be stored does not block the others. Storing one twice is
   * harmless.
   * @returns false if Postgres as a whole accepts none
   */
  async #saveOneByOne(batch: Pending[]): Promise<boolean> {
    for (const one of batch) {
      try {
        await this.#save([one]);
      } catch (error) {
        if (!isRowError(error)) return false;
        const { webhook_id, seq } = one.outcome.delivery;
        logParked(this.logger, 'outcome', error, { webhook_id, seq });
      }
    }
    return true;
  }
}
