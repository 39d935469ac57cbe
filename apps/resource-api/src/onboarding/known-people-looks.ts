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

/** The looks of one client in this process. */
class LooksOfClient {
  /** Those that are being booked, or may still be given back; none of these promises rejects. */
  readonly underWay = new Set<Promise<void>>();
  /** How many have ended since. */
  ended = 0;
  /** Requests that need this object. */
  requests = 0;

  /** @returns ends it */
  begin(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.underWay.add(promise);
    return () => {
      this.underWay.delete(promise);
      resolve();
    };
  }
}

/**
 * Limits how often a client may look whether somebody is known, so that nobody can test a list of addresses. The look is
 * booked before, because afterwards the refusal itself would tell, and given back only if a portal was made or nobody was
 * looked up.
 */
export class KnownPeopleLooks {
  readonly #clients = new Map<string, LooksOfClient>();

  constructor(private readonly database: Database) {}

  /** @throws TooManyRequests, whoever is named; whatever `work` throws */
  async looking<T>(clientId: string, work: (look: Look) => Promise<T>): Promise<T> {
    const looks = this.#clients.get(clientId) ?? new LooksOfClient();
    this.#clients.set(clientId, looks);
    looks.requests += 1;
    try {
      const { booking, end } = await this.#book(clientId, looks);
      try {
        return await this.#done(booking, work);
      } finally {
        looks.ended += 1;
        end();
      }
    } finally {
      looks.requests -= 1;
      if (looks.requests === 0) this.#clients.delete(clientId);
    }
  }

  async #done<T>(booking: Booking, work: (look: Look) => Promise<T>): Promise<T> {
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
    }
  }

  /** Waits for looks under way here, which may be given back: a partner may create many portals at once. */
  async #book(clientId: string, looks: LooksOfClient): Promise<{ booking: Booking; end: () => void }> {
    for (;;) {
      const { ended } = looks;
      const end = looks.begin();
      try {
        return { booking: await book(this.database, 'known_people', clientId), end };
      } catch (error) {
        end();
        if (!(error instanceof LimitReached)) throw error;
        if (looks.ended !== ended) continue; // since it was asked
        if (looks.underWay.size === 0) throw new TooManyRequests(3_600);
        await Promise.race(looks.underWay);
      }
    }
  }
}
