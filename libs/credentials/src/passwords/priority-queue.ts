import { FairQueue } from '@app/kernel';

/** Known: the browser has logged in as this person before. Unknown: all others. */
export type Rank = 'known' | 'unknown';

/** The owner of the work, for fair queueing. */
export interface QueueOwner {
  rank: Rank;
  /** Such as a digest of the account; the lanes of a rank are served in turn. */
  lane: string;
}

/** Number of known entries in a row after which an unknown one is served. */
const KNOWN_IN_A_ROW = 3;

/**
 * A queue in which known owners go first, but every fourth entry is an unknown one. The lanes of a rank are served in
 * turn, so an owner with many attempts waits behind their own.
 */
export class PriorityQueue<T> {
  readonly #lanes: Record<Rank, FairQueue<T>> = { known: new FairQueue(), unknown: new FairQueue() };
  #knownInARow = 0;

  get length(): number {
    return this.#lanes.known.size + this.#lanes.unknown.size;
  }

  /** @returns a function that removes the entry */
  add({ rank, lane }: QueueOwner, entry: T): () => void {
    return this.#lanes[rank].add(lane, entry);
  }

  /** Removes the next entry; undefined when the queue is empty. */
  next(): T | undefined {
    const { known: knownLanes, unknown: unknownLanes } = this.#lanes;
    const isUnknownNext =
      knownLanes.size === 0 || (unknownLanes.size > 0 && this.#knownInARow >= KNOWN_IN_A_ROW);
    this.#knownInARow = isUnknownNext ? 0 : this.#knownInARow + 1;
    return (isUnknownNext ? unknownLanes : knownLanes).next();
  }

  /** Number of waiting entries that would be served before one more of this owner. */
  countAhead({ rank, lane }: QueueOwner): number {
    const before = this.#lanes[rank].sizeBefore(lane);
    const { known: knownLanes, unknown: unknownLanes } = this.#lanes;
    return rank === 'known'
      ? before + Math.min(unknownLanes.size, Math.floor(before / KNOWN_IN_A_ROW) + 1)
      : before + Math.min(knownLanes.size, (before + 1) * KNOWN_IN_A_ROW);
  }
}
