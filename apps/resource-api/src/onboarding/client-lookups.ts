import type { Database, Transaction } from '@app/database';
import { FairSemaphore, loadLimits, TooManyRequests } from '@app/kernel';
import { reserveCount, releaseCount, LimitReached, type CountReservation } from '@app/limits';

/** Milliseconds that a request waits for other requests of its client. */
const WAIT_MS = 10_000;
/** Seconds after which the window of the limit has certainly ended. */
const WINDOW_SECONDS = 3_600;

/** A lookup that is counted and may be returned. */
export interface LookupReservation {
  /** Call this after the lookup, because later refusals may reveal its result. */
  markDone(): void;
  /** Returns the lookup. Call this last in the transaction: all requests of the client lock the same row. */
  release(tx: Transaction): Promise<void>;
}

/**
 * Limits how many addresses a client can test for existence. Quota is reserved before the lookup, because a later 429
 * would reveal its result. It is returned if a portal was created or no lookup happened. Few lookups are in flight at a
 * time, so that concurrent requests of a client do not use up the limit with lookups that will be returned.
 */
export class ClientLookups {
  readonly #inFlight = new FairSemaphore(loadLimits.onboardings.most, 'onboardings');

  constructor(private readonly database: Database) {}

  /**
   * @throws TooManyRequests, regardless of the named people; Unavailable if other requests of the client take too long;
   *   and the errors of `work`
   */
  async withReservation<T>(clientId: string, work: (lookup: LookupReservation) => Promise<T>): Promise<T> {
    const leave = await this.#inFlight.enter(clientId, 1, { waitMs: WAIT_MS });
    try {
      return await this.#run(await this.#reserve(clientId), work);
    } finally {
      leave();
    }
  }

  async #run<T>(reservation: CountReservation, work: (lookup: LookupReservation) => Promise<T>): Promise<T> {
    let isDone = false;
    try {
      return await work({
        markDone: () => {
          isDone = true;
        },
        release: (tx) => releaseCount(tx, reservation),
      });
    } catch (error) {
      if (!isDone) await releaseCount(this.database, reservation);
      throw error;
    }
  }

  async #reserve(clientId: string): Promise<CountReservation> {
    try {
      return await reserveCount(this.database, 'known_people', clientId);
    } catch (error) {
      throw error instanceof LimitReached ? new TooManyRequests(WINDOW_SECONDS) : error;
    }
  }
}
