import { FairQueue } from '@app/kernel';

/**
 * The rank of a caller that waits for a turn: somebody with a browser that has logged in as this person before, or
 * anybody.
 */
export type Rank = 'known' | 'stranger';

/** For whom something is done. */
export interface QueueOwner {
  rank: Rank;
  /** The owner of the work, such as a mark of an account; lanes of a rank take turns. */
  lane: string;
}

/** After so many turns of known people in a row, a stranger has one. */
const KNOWN_IN_A_ROW = 3;

/**
 * A queue in which known people go first, but strangers get every fourth turn. Within a rank lanes take turns, so that
 * one with many tries waits behind its own.
 */
export class PriorityQueue<T> {
  readonly #lanes: Record<Rank, FairQueue<T>> = { known: new FairQueue(), stranger: new FairQueue() };
  #knownInARow = 0;

  /** How many wait. */
  get length(): number {
    return this.#lanes.known.size + this.#lanes.stranger.size;
  }

  /** @returns what takes it out of the queue again */
  add({ rank, lane }: QueueOwner, entry: T): () => void {
    return this.#lanes[rank].add(lane, entry);
  }

  /** Removes the next in turn from its lane; undefined when nobody waits. */
  next(): T | undefined {
    const { known: knownLanes, stranger } = this.#lanes;
    const isStrangers = knownLanes.size === 0 || (stranger.size > 0 && this.#knownInARow >= KNOWN_IN_A_ROW);
    this.#knownInARow = isStrangers ? 0 : this.#knownInARow + 1;
    return (isStrangers ? stranger : knownLanes).next();
  }

  /** How many of those who wait would have their turn before one more of this asker. */
  countAhead({ rank, lane }: QueueOwner): number {
    const before = this.#lanes[rank].sizeBefore(lane);
    const { known: knownLanes, stranger } = this.#lanes;
    return rank === 'known'
      ? before + Math.min(stranger.size, Math.floor(before / KNOWN_IN_A_ROW) + 1)
      : before + Math.min(knownLanes.size, (before + 1) * KNOWN_IN_A_ROW);
  }
}
