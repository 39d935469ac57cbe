import type { EventEmitter } from 'node:events';
import { FairQueue } from './fair-queue.js';
import { Unavailable } from './problem.js';
import { FairQuota } from './fair-quota.js';

/** Milliseconds that a request waits for its part. */
const WAIT_MS = 2_000;

interface Waiter {
  owner: string;
  amount: number;
  admit: () => void;
}

/**
 * Shares for which requests wait. An owner takes no more than it leaves free, owners that wait take turns, and nobody
 * waits longer than two seconds.
 */
export class FairSemaphore {
  readonly #quota: FairQuota<string>;
  readonly #lanes = new FairQueue<Waiter>();

  /**
   * @param size how much there is, in any unit
   * @param refusal a sentence for requests that get no part
   */
  constructor(
    size: number,
    private readonly refusal: string,
  ) {
    this.#quota = new FairQuota(size);
  }

  /**
   * Takes a part.
   * @param client no longer waits once it emits `close`
   * @returns gives the part back, once
   * @throws Unavailable when there is no room within two seconds
   */
  async enter(owner: string, amount: number, client?: EventEmitter): Promise<() => void> {
    if (this.#lanes.countIn(owner) > 0 || !this.#quota.mayTake(owner, amount))
      await this.#wait(owner, amount, client);
    else this.#quota.acquire(owner, amount);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#quota.release(owner, amount);
      this.#admit();
    };
  }

  #wait(owner: string, amount: number, client?: EventEmitter): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        settle();
        remove();
        reject(new Unavailable(this.refusal, 1));
      };
      const settle = (): void => {
        clearTimeout(timer);
        client?.off('close', refuse);
      };
      const admit = (): void => {
        settle();
        resolve();
      };
      const remove = this.#lanes.add(owner, { owner, amount, admit });
      const timer = setTimeout(refuse, WAIT_MS);
      client?.once('close', refuse);
    });
  }

  /** The part of those that are admitted is theirs at once: more may be admitted before the first goes on. */
  #admit(): void {
    for (;;) {
      const waiter = this.#lanes.next(({ owner, amount }) => this.#quota.mayTake(owner, amount));
      if (!waiter) return;
      this.#quota.acquire(waiter.owner, waiter.amount);
      waiter.admit();
    }
  }
}
