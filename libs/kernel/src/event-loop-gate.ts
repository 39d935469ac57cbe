import { FairQueue } from './fair-queue.js';
import { Unavailable } from './problem.js';

/** After a piece, the thread is free for everything else for this many times as long as the piece took. */
const REST = 3;
/** Milliseconds after which a piece is refused instead of having its turn. */
const WAIT_MS = 30_000;

interface Piece {
  since: number;
  begin: () => void;
  refuse: (error: Unavailable) => void;
}

/**
 * Turns on the thread for work that holds it for milliseconds, such as a body or a page of a megabyte. One piece has its
 * turn at a time, and all together have a quarter of the time. Pieces that arrive together would otherwise hold the
 * thread until the last one has ended. A small request waits several times, for each statement, so it meets a piece more
 * than once. Owners take turns.
 */
export class EventLoopGate {
  readonly #lanes = new FairQueue<Piece>();
  #isTaken = false;

  /** @param nowMs milliseconds of a clock that never goes back */
  constructor(private readonly nowMs = () => performance.now()) {}

  /**
   * Resolves when it is this owner's turn. The turn lasts until the work waits for something, such as a statement.
   * @throws Unavailable when the turn comes after more than 30 s
   */
  enter(owner: string): Promise<void> {
    if (!this.#isTaken) {
      this.#begin();
      return Promise.resolve();
    }
    return new Promise((begin, refuse) => this.#lanes.add(owner, { since: this.nowMs(), begin, refuse }));
  }

  #begin(): void {
    this.#isTaken = true;
    const begin = this.nowMs();
    setImmediate(() => setTimeout(() => this.#admit(), REST * (this.nowMs() - begin)));
  }

  #admit(): void {
    for (let next = this.#lanes.next(); next; next = this.#lanes.next()) {
      if (this.nowMs() - next.since > WAIT_MS) {
        next.refuse(new Unavailable('Too much large work waits.', 1));
        continue;
      }
      this.#begin();
      return next.begin();
    }
    this.#isTaken = false;
  }
}

/** The turns on this process's thread. */
export const eventLoopGate = new EventLoopGate();
