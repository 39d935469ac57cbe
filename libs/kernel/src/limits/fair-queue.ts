/** A queue whose lanes are served in turn, so that a lane with many items waits behind its own. */
export class FairQueue<T> {
  /** The lane that is served next comes first; none is empty. */
  readonly #lanes = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countIn(lane: string): number {
    return this.#lanes.get(lane)?.length ?? 0;
  }

  /** Number of waiting items that would be served before one more of this lane. */
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
   * Removes the next item.
   * @param accept whether an item may be served now; otherwise its lane is skipped
   * @returns undefined when no lane begins with an accepted item
   */
  next(accept: (item: T) => boolean = () => true): T | undefined {
    for (const [lane, items] of this.#lanes) {
      const item = items[0]!;
      if (!accept(item)) continue;
      items.shift();
      this.#size -= 1;
      // a lane with more items goes to the end
      this.#lanes.delete(lane);
      if (items.length > 0) this.#lanes.set(lane, items);
      return item;
    }
    return undefined;
  }
}
