/**
 * Something of which a process has only so much: connections, places, bytes. An owner may take more only while
 * what it holds is at most what is still free. Alone it gets half of all, two owners get a third each, and something is
 * always left for the next one.
 */
export class FairQuota<Owner> {
  #total = 0;
  readonly #heldBy = new Map<Owner, number>();

  /** @param size how much there is, in any unit */
  constructor(readonly size: number) {}

  /** The sum that all owners hold together. */
  get held(): number {
    return this.#total;
  }

  heldBy(owner: Owner): number {
    return this.#heldBy.get(owner) ?? 0;
  }

  /** Whether the owner leaves enough to others; the first may take any amount. */
  mayTake(owner: Owner, amount = 1): boolean {
    return this.#total === 0 || this.heldBy(owner) + amount <= this.size - this.#total;
  }

  /** Counts the amount as held, whether or not the owner may take it. */
  acquire(owner: Owner, amount = 1): void {
    this.#total += amount;
    this.#heldBy.set(owner, this.heldBy(owner) + amount);
  }

  release(owner: Owner, amount = 1): void {
    this.#total -= amount;
    const rest = this.heldBy(owner) - amount;
    if (rest === 0) this.#heldBy.delete(owner);
    else this.#heldBy.set(owner, rest);
  }

  /** The owner that holds most; undefined if nobody holds anything. */
  findLargest(): Owner | undefined {
    let largest: Owner | undefined;
    let most = 0;
    for (const [owner, amount] of this.#heldBy) {
      if (amount <= most) continue;
      largest = owner;
      most = amount;
    }
    return largest;
  }
}
