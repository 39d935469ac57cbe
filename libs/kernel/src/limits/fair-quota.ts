/**
 * A quota that owners share: connections, permits, bytes. An owner may take more only while it then holds at most what
 * is free. Of 20 connections one owner gets 10, two get 7 each, and another owner can always get some. Work without an
 * owner may take all that is free.
 */
export class FairQuota {
  #total = 0;
  readonly #heldBy = new Map<string, number>();

  /** @param size of the quota, in any unit; without it, this only counts what owners hold */
  constructor(readonly size = Infinity) {}

  get held(): number {
    return this.#total;
  }

  heldBy(owner: string | undefined): number {
    return owner === undefined ? 0 : (this.#heldBy.get(owner) ?? 0);
  }

  /** Whether the owner leaves enough to others; the first owner may take any amount. */
  mayTake(owner: string | undefined, amount = 1): boolean {
    return this.#total === 0 || this.heldBy(owner) + amount <= this.size - this.#total;
  }

  /** Counts the amount as held, whether or not the owner may take it. */
  acquire(owner: string | undefined, amount = 1): void {
    this.#add(owner, amount);
  }

  release(owner: string | undefined, amount = 1): void {
    this.#add(owner, -amount);
  }

  #add(owner: string | undefined, amount: number): void {
    this.#total += amount;
    if (owner === undefined) return;
    const newAmount = this.heldBy(owner) + amount;
    if (newAmount === 0) this.#heldBy.delete(owner);
    else this.#heldBy.set(owner, newAmount);
  }

  /** The owner that holds most; undefined if no owner holds anything. */
  findLargest(): string | undefined {
    let largest: string | undefined;
    let most = 0;
    for (const [owner, amount] of this.#heldBy) {
      if (amount <= most) continue;
      [largest, most] = [owner, amount];
    }
    return largest;
  }
}
