/** Deliveries that all mailboxes of a process read together; each page has MIN_PAGE to MAX_PAGE of them. */
const MAX_READ_TOGETHER = 8_000;
const MIN_PAGE = 50;
const MAX_PAGE = 400;
/** Bytes of events in a page. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** The events of one mailbox that this process has in memory. */
export interface BufferedMailbox {
  readonly portalId: number;
  /** Includes those being read from Postgres. */
  readonly bytes: number;
}

/**
 * Limits how many deliveries mailboxes read ahead. A delivery that waits to be sent survives into the old generation of
 * the heap. With pages of a fixed size, many active mailboxes would fill it with deliveries that have been sent.
 */
export class ReadAhead {
  readonly #mailboxes = new Set<BufferedMailbox>();

  /** @param maxBytes of events that all mailboxes of a process may buffer */
  constructor(private readonly maxBytes: number) {}

  /** Counts one more mailbox; {@link remove} must follow. */
  enter(mailbox: BufferedMailbox): void {
    this.#mailboxes.add(mailbox);
  }

  remove(mailbox: BufferedMailbox): void {
    this.#mailboxes.delete(mailbox);
  }

  /** Deliveries that a mailbox reads in one page. */
  get page(): number {
    return Math.max(
      MIN_PAGE,
      Math.min(MAX_PAGE, Math.floor(MAX_READ_TOGETHER / Math.max(1, this.#mailboxes.size))),
    );
  }

  /** Bytes of buffered events. */
  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#mailboxes) sum += bytes;
    return sum;
  }

  /** Bytes that a mailbox's next page may have; 0 once its portal buffers as many bytes as are free. */
  pageBytes(portalId: number): number {
    let freeBytes = this.maxBytes - this.bytes;
    for (const mailbox of this.#mailboxes) if (mailbox.portalId === portalId) freeBytes -= mailbox.bytes;
    return Math.max(0, Math.min(MAX_PAGE_BYTES, freeBytes));
  }
}
