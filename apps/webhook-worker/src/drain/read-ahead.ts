/** Deliveries that all mailboxes of a process together read at a time; each reads at least and at most so many. */
const TOGETHER = 8_000;
const LEAST = 50;
const MOST = 400;

/**
 * How far ahead mailboxes read. What waits to be sent outlives the young generation: with a fixed page for each, many
 * mailboxes at once fill the old one with deliveries that are long sent.
 */
export class ReadAhead {
  #mailboxes = 0;

  /** One more mailbox is worked on; {@link leave} must follow. */
  enter(): void {
    this.#mailboxes += 1;
  }

  leave(): void {
    this.#mailboxes -= 1;
  }

  /** Deliveries that a mailbox reads in one page. */
  get page(): number {
    return Math.max(LEAST, Math.min(MOST, Math.floor(TOGETHER / this.#mailboxes)));
  }
}
