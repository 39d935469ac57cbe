import { FairLanes } from './fair-lanes.js';

/** After a piece, the thread is free for everything else for this many times as long as the piece took. */
const REST = 3;

/**
 * Turns on the thread for work that holds it for milliseconds, such as a body or a page of a megabyte. One piece has its
 * turn at a time, and all together have a quarter of the time: pieces that arrive together would otherwise hold the
 * thread until the last one has ended. A small request waits several times, for each statement, so it meets a piece more
 * than once. Owners take turns.
 */
export class ThreadTurns {
  readonly #lanes = new FairLanes<() => void>();
  #isTaken = false;

  /** @param nowMs milliseconds of a clock that never goes back */
  constructor(private readonly nowMs = () => performance.now()) {}

  /** Resolves when it is this owner's turn. The turn lasts until the work waits for something, such as a statement. */
  enter(owner: string): Promise<void> {
    if (!this.#isTaken) {
      this.#begin();
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#lanes.add(owner, resolve));
  }

  #begin(): void {
    this.#isTaken = true;
    const begin = this.nowMs();
    setImmediate(() => setTimeout(() => this.#admit(), REST * (this.nowMs() - begin)));
  }

  #admit(): void {
    const next = this.#lanes.next();
    if (!next) {
      this.#isTaken = false;
      return;
    }
    this.#begin();
    next();
  }
}

/** The turns on this process's thread. */
export const threadTurns = new ThreadTurns();
