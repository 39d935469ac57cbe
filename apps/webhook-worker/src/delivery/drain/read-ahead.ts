/** Deliveries that all mailboxes of a process together read at a time; each reads at least and at most so many. */
const MAX_READ_TOGETHER = 8_000;
const MIN_PAGE = 50;
const MAX_PAGE = 400;
/** Bytes of events in a page. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** The events of one mailbox that this process has in memory. */
export interface MailboxInHand {
  readonly portalId: number;
  /** Those that are on their way from Postgres included. */
  readonly bytes: number;
}

/**
 * How far ahead mailboxes read. A delivery that waits to be sent outlives the young generation. With a fixed page for
 * each, many mailboxes at once fill the old one with deliveries that are long sent.
 */
export class ReadAhead {
  readonly #mailboxes = new Set<MailboxInHand>();

  /** @param maxBytes of events that all mailboxes of a process have in hand */
  constructor(private readonly maxBytes: number) {}

  /** One more mailbox is worked on; {@link remove} must follow. */
  enter(mailbox: MailboxInHand): void {
    this.#mailboxes.add(mailbox);
  }

  remove(mailbox: MailboxInHand): void {
    this.#mailboxes.delete(mailbox);
  }

  /** Deliveries that a mailbox reads in one page. */
  get page(): number {
    return Math.max(
      MIN_PAGE,
      Math.min(MAX_PAGE, Math.floor(MAX_READ_TOGETHER / Math.max(1, this.#mailboxes.size))),
    );
  }

  /** Bytes of events in hand. */
  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#mailboxes) sum += bytes;
    return sum;
  }

  /** Bytes of events that a mailbox of the portal reads in one page, while the portal holds less than is free. */
  pageBytes(portalId: number): number {
    let room = this.maxBytes - this.bytes;
    for (const mailbox of this.#mailboxes) if (mailbox.portalId === portalId) room -= mailbox.bytes;
    return Math.max(0, Math.min(MAX_PAGE_BYTES, room));
  }
}
