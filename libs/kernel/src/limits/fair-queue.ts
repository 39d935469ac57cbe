/** A queue whose lanes take turns, so that a lane with many items waits behind its own. */
export class FairQueue<T> {
  /** The lane whose turn is next comes first; none is empty. */
  readonly #lanes = new Map<string, T[]>();
  #size = 0;

  /** How many items wait. */
  get size(): number {
    return this.#size;
  }

  /** How many items of this lane wait. */
  countIn(lane: string): number {
    return this.#lanes.get(lane)?.length ?? 0;
  }

  /** How many of the waiting items have their turn before one more of this lane. */
  sizeBefore(lane: string): number {
    const ownSize = this.countIn(lane);
    let before = 0;
    for (const items of this.#lanes.values()) before += Math.min(items.length, ownSize + 1);
    return before;
  }

  /** @returns a function that removes the item if it still waits */
  add(lane: string, item: T): () => void {
    const items = this.#lanes.get(lane) ?? [];
    this.#lanes.set(lane, items);
    items.push(item);
    this.#size += 1;
    return () => {
      const index = items.indexOf(item);
      if (index < 0) return;
      items.splice(index, 1);
      this.#size -= 1;
      if (items.length === 0) this.#lanes.delete(lane);
    };
  }

  /**
   * Removes the item whose turn it is.
   * @param accept whether an item may have its turn now; the lane of one that may not is passed over
   * @returns undefined when no lane has an accepted item in front
   */
  next(accept: (item: T) => boolean = () => true): T | undefined {
    for (const [lane, items] of this.#lanes) {
      const item = items[0]!;
      if (!accept(item)) continue;
      items.shift();
      this.#size -= 1;
      // a lane with more goes to the end
      this.#lanes.delete(lane);
      if (items.length > 0) this.#lanes.set(lane, items);
      return item;
    }
    return undefined;
  }
}
