import type { Database, Transaction } from '@app/database';
import { TooManyRequests } from '@app/kernel';
import { reserveCount, releaseCount, LimitReached, type CountReservation } from '@app/limits';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that a request waits, from its arrival on, for looks that may be given back. */
const PATIENCE_MS = 5_000;

/** A look whether somebody is known, booked before it is done. */
export interface PersonLookup {
  /** It is done: refusals from now on may depend on who is known. */
  isDone(): void;
  /** Nobody has learnt anything. Last in the transaction, because all requests of the client book in the same row. */
  release(tx: Transaction): Promise<void>;
}

/** The looks of one client in this process. */
class LooksOfClient {
  /** Looks that are booked and may still be given back; none of these promises rejects. */
  readonly underWay = new Set<Promise<void>>();
  /** Settles when the last request in line has booked a look or was refused; never rejects. */
  line: Promise<void> = Promise.resolve();
  /** Requests that need this object. */
  requests = 0;

  /** Adds a booked look. @returns ends it */
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
 * Limits how often a client may look whether somebody is known, so that nobody can test a list of addresses. The look
 * is booked before, because afterwards the refusal itself would tell. It is given back only if a portal was made or
 * nobody was looked up.
 */
export class PersonLookups {
  readonly #clients = new Map<string, LooksOfClient>();

  constructor(private readonly database: Database) {}

  /** @throws TooManyRequests, regardless of who is named, and what `work` throws */
  async looking<T>(clientId: string, work: (lookup: PersonLookup) => Promise<T>): Promise<T> {
    const looks = this.#clients.get(clientId) ?? new LooksOfClient();
    this.#clients.set(clientId, looks);
    looks.requests += 1;
    try {
      const { countReservation, end } = await this.#book(clientId, looks);
      try {
        return await this.#done(countReservation, work);
      } finally {
        end();
      }
    } finally {
      looks.requests -= 1;
      if (looks.requests === 0) this.#clients.delete(clientId);
    }
  }

  async #done<T>(countReservation: CountReservation, work: (lookup: PersonLookup) => Promise<T>): Promise<T> {
    let isDone = false;
    try {
      return await work({
        isDone: () => {
          isDone = true;
        },
        release: (tx) => releaseCount(tx, countReservation),
      });
    } catch (error) {
      if (!isDone) await releaseCount(this.database, countReservation);
      throw error;
    }
  }

  /** Requests book one after the other, in the order of their arrival: a refusal concerns nobody else. */
  async #book(
    clientId: string,
    looks: LooksOfClient,
  ): Promise<{ countReservation: CountReservation; end: () => void }> {
    const endsAt = performance.now() + PATIENCE_MS;
    const before = looks.line;
    const turn = Promise.withResolvers<void>();
    looks.line = turn.promise;
    await before;
    try {
      return { countReservation: await this.#bookInTurn(clientId, looks, endsAt), end: looks.begin() };
    } finally {
      turn.resolve();
    }
  }

  /** Waits for looks under way here, which may be given back: a partner may create many portals at once. */
  async #bookInTurn(clientId: string, looks: LooksOfClient, endsAt: number): Promise<CountReservation> {
    for (;;) {
      const underWay = [...looks.underWay]; // those that end from here on may have left room
      try {
        return await reserveCount(this.database, 'known_people', clientId);
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
      }
      const patienceMs = endsAt - performance.now();
      if (underWay.length === 0 || patienceMs <= 0) throw new TooManyRequests(3_600);
      const waiting = new AbortController();
      const { signal } = waiting;
      await Promise.race([...underWay, pause(patienceMs, undefined, { signal }).catch(() => undefined)]);
      waiting.abort();
    }
  }
}
