import type { Database, Transaction } from '@app/database';
import { TooManyRequests } from '@app/kernel';
import { book, giveBack, LimitReached, type Booking } from '@app/limits';

/** A look whether somebody is known, booked before it is done. */
export interface Look {
  /** It is done: whatever is refused from now on may depend on who is known. */
  isDone(): void;
  /** Nobody has learnt anything. Last in the transaction, because all requests of the client book in the same row. */
  giveBack(tx: Transaction): Promise<void>;
}

/**
 * Limits how often a client may look whether somebody is known, so that nobody can test a list of addresses. The look is
 * booked before, because afterwards the refusal itself would tell, and given back only if a portal was made or nobody was
 * looked up.
 */
export class KnownPeopleLooks {
  /** Of each client, looks that may still be given back; none of these promises rejects. */
  readonly #underWay = new Map<string, Set<Promise<void>>>();

  constructor(private readonly database: Database) {}

  /** @throws TooManyRequests, whoever is named; whatever `work` throws */
  async looking<T>(clientId: string, work: (look: Look) => Promise<T>): Promise<T> {
    const booking = await this.#book(clientId);
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = this.#underWay.get(clientId) ?? new Set();
    this.#underWay.set(clientId, others.add(promise));
    let isDone = false;
    try {
      return await work({
        isDone: () => {
          isDone = true;
        },
        giveBack: (tx) => giveBack(tx, booking),
      });
    } catch (error) {
      if (!isDone) await giveBack(this.database, booking);
      throw error;
    } finally {
      others.delete(promise);
      if (others.size === 0) this.#underWay.delete(clientId);
      resolve();
    }
  }

  /** Waits for looks under way here: a partner may create many portals at once. */
  async #book(clientId: string): Promise<Booking> {
    for (;;) {
      try {
        return await book(this.database, 'known_people', clientId);
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
        const others = this.#underWay.get(clientId);
        if (!others) throw new TooManyRequests(3_600);
        await Promise.race(others);
      }
    }
  }
}
