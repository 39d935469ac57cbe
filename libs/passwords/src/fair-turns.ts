/** Who waits for a turn: somebody with a browser that has logged in as this person before, or anybody. */
export type Rank = 'known' | 'stranger';

/** For whom something is done. */
export interface Asker {
  rank: Rank;
  /** Whose work it is, such as a mark of an account; those of a rank take turns. */
  lane: string;
}

/** After so many turns of known people in a row, a stranger has one. */
const KNOWN_IN_A_ROW = 3;

/**
 * A queue in which known people go first, but strangers get every fourth turn; within a rank lanes take turns, so that
 * whoever asks for a lot waits behind their own.
 */
export class FairTurns<T> {
  readonly #lanes: Record<Rank, Map<string, T[]>> = { known: new Map(), stranger: new Map() };
  readonly #counts: Record<Rank, number> = { known: 0, stranger: 0 };
  #knownInARow = 0;

  /** How many wait. */
  get length(): number {
    return this.#counts.known + this.#counts.stranger;
  }

  /** @returns what takes it out of the queue again */
  add({ rank, lane }: Asker, entry: T): () => void {
    const lanes = this.#lanes[rank];
    const queue = lanes.get(lane) ?? [];
    lanes.set(lane, queue);
    queue.push(entry);
    this.#counts[rank] += 1;
    return () => {
      const at = queue.indexOf(entry);
      if (at < 0) return;
      queue.splice(at, 1);
      this.#counts[rank] -= 1;
      if (queue.length === 0) lanes.delete(lane);
    };
  }

  /** Whose turn it is; undefined when nobody waits. */
  next(): T | undefined {
    const { known, stranger } = this.#counts;
    const isStrangers = known === 0 || (stranger > 0 && this.#knownInARow >= KNOWN_IN_A_ROW);
    this.#knownInARow = isStrangers ? 0 : this.#knownInARow + 1;
    const rank = isStrangers ? 'stranger' : 'known';
    const lanes = this.#lanes[rank];
    const [first] = lanes;
    if (!first) return undefined;
    const [lane, queue] = first;
    const entry = queue.shift();
    this.#counts[rank] -= 1;
    // a lane with more goes to the end of the map
    lanes.delete(lane);
    if (queue.length > 0) lanes.set(lane, queue);
    return entry;
  }

  /** How many of those who wait would have their turn before one more of this asker. */
  ahead({ rank, lane }: Asker): number {
    const own = this.#lanes[rank].get(lane)?.length ?? 0;
    let before = 0;
    for (const queue of this.#lanes[rank].values()) before += Math.min(queue.length, own + 1);
    const { known, stranger } = this.#counts;
    return rank === 'known'
      ? before + Math.min(stranger, Math.floor(before / KNOWN_IN_A_ROW) + 1)
      : before + Math.min(known, (before + 1) * KNOWN_IN_A_ROW);
  }
}
