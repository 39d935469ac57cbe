import type { Database, Transaction } from '@app/database';
import { TooManyRequests } from '@app/kernel';
import { reserveCount, releaseCount, LimitReached, type CountReservation } from '@app/limits';

/** Seconds after which to repeat a request if lookups in flight, which may be returned, use up the limit. */
const RETRY_SECONDS = 2;
/** The same if completed lookups use it up. */
const WINDOW_SECONDS = 3_600;

/** A lookup that is counted and may be returned. */
export interface LookupReservation {
  /** Call this once the lookup is done: later refusals may reveal who is known. */
  isDone(): void;
  /** Returns the lookup. Call this last in the transaction: all requests of the client lock the same row. */
  release(tx: Transaction): Promise<void>;
}

/**
 * Limits how many addresses a client can test for existence. A lookup is counted before it is done, because a later 429
 * would reveal its result. It is returned only if a portal was created or no lookup happened.
 */
export class ClientLookups {
  readonly #inFlight = new Set<CountReservation>();

  constructor(private readonly database: Database) {}

  /** @throws TooManyRequests, regardless of who is named, and what `work` throws */
  async withReservation<T>(clientId: string, work: (lookup: LookupReservation) => Promise<T>): Promise<T> {
    const reservation = await this.#reserve(clientId);
    this.#inFlight.add(reservation);
    let isDone = false;
    try {
      return await work({
        isDone: () => {
          isDone = true;
        },
        release: (tx) => releaseCount(tx, reservation),
      });
    } catch (error) {
      if (!isDone) await releaseCount(this.database, reservation);
      throw error;
    } finally {
      this.#inFlight.delete(reservation);
    }
  }

  async #reserve(clientId: string): Promise<CountReservation> {
    try {
      return await reserveCount(this.database, 'known_people', clientId);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      const mayBeReturned = [...this.#inFlight].some(({ owner }) => owner === clientId);
      throw new TooManyRequests(mayBeReturned ? RETRY_SECONDS : WINDOW_SECONDS);
    }
  }
}
