import { UnreadableRow } from '../../edge/parking/index.js';
import type { Lease } from './lease.js';
import type { LeasedMailbox, MailboxQueries, MailboxRow } from './mailbox.queries.js';
import type { ObjectChains } from './object-chains.js';
import type { ReadAhead } from './read-ahead.js';
import type { Signal } from './signal.js';

/** With less than this share of a page left to send, the next page is requested. */
const NEARLY_EMPTY = 1 / 4;
/** If most deliveries belong to one object, few may be sent concurrently; up to this many are read to find others. */
const MAX_BUFFERED = 5_000;
/**
 * How soon, in milliseconds, Postgres is read again without a hint while something is in flight: another worker's
 * relay cannot wake a slice.
 */
const POLL_INTERVAL_MS = 250;

/** Reads due deliveries for a slice, page by page, while the slice keeps sending. */
export class DuePages {
  host: string;
  /** Whether a delivery is waiting for a later attempt. */
  #hasDelayed: boolean;
  #current: MailboxRow;
  #loading: Promise<void> | undefined;
  #failure: Error | undefined;
  #requestedAt = 0;
  /** Bytes that the page being read may have. */
  #pageBytes = 0;
  /** Whether more may be due than has been read. */
  #more = true;

  constructor(
    private readonly mailboxes: MailboxQueries,
    private readonly lease: Lease,
    private readonly chains: ObjectChains,
    private readonly changed: Signal,
    private readonly leased: LeasedMailbox,
    private readonly ahead: ReadAhead,
  ) {
    this.#current = leased;
    this.#hasDelayed = leased.has_delayed;
    this.host = parseHost(leased);
  }

  get portalId(): number {
    return this.leased.portal_id;
  }

  /** Bytes of events that are buffered or being read. */
  get bytes(): number {
    return this.chains.bytes + this.#pageBytes;
  }

  /** The webhook as the last page found it. */
  get mailbox(): MailboxRow {
    return this.#current;
  }

  /** Something new may be due. */
  wake(): void {
    this.#more = true;
    this.changed.raise();
  }

  /** A delivery has failed and will be retried, so later ones of its object must wait. Call before storing that. */
  delayed(): void {
    this.#hasDelayed = true;
  }

  /** Whether `wake` was called and no page has been requested since. */
  get isWoken(): boolean {
    return this.#more;
  }

  /** Whether everything due is done, as of the version of `mailbox`. */
  get isExhausted(): boolean {
    return !this.#loading && !this.#more && this.chains.size === 0;
  }

  /** Milliseconds until a page is read without `wake`. */
  get nextPollInMs(): number {
    return this.#requestedAt + POLL_INTERVAL_MS - performance.now();
  }

  /** Requests the next page if few deliveries are left and more may be due. @throws the error of the last page */
  requestNext(): void {
    if (this.#failure) throw this.#failure;
    const limit = this.ahead.page;
    if (this.#loading || this.chains.readyCount >= limit * NEARLY_EMPTY || this.chains.size >= MAX_BUFFERED)
      return;
    if (!this.#more && this.nextPollInMs > 0) return;
    const bytes = this.ahead.pageBytes(this.portalId);
    if (bytes === 0 && this.chains.size > 0) return;
    this.#more = false;
    this.#requestedAt = performance.now();
    this.#pageBytes = bytes;
    this.#loading = this.#load(limit, bytes)
      .catch((error: unknown) => {
        this.#failure = error as Error;
      })
      .finally(() => {
        this.#loading = undefined;
        this.#pageBytes = 0;
        this.changed.raise();
      });
  }

  /**
   * Resolves when no page is being read: a page takes into account outcomes that were stored before it was requested.
   */
  async settled(): Promise<void> {
    await this.#loading;
  }

  /** The mailbox's version, read without deliveries; -1 if the lease is lost. */
  async currentVersion(): Promise<number> {
    const { webhookId, token } = this.lease;
    const { since } = this.leased;
    const nothing = { since, sequences: [], limit: 0, bytes: 0, hasDelayed: false };
    const page = await this.mailboxes.page(webhookId, token, nothing);
    if (!page) this.lease.lose();
    return page?.version ?? -1;
  }

  async #load(limit: number, bytes: number): Promise<void> {
    const { webhookId, token } = this.lease;
    const page = await this.mailboxes.page(webhookId, token, {
      since: this.leased.since,
      sequences: this.chains.bufferedSequences,
      limit,
      bytes,
      hasDelayed: this.#hasDelayed,
    });
    if (!page) return this.lease.lose();
    const { deliveries, ...mailbox } = page;
    this.#current = mailbox;
    this.host = parseHost(mailbox);
    for (const delivery of deliveries) if (delivery.blocked_until === null) this.chains.add(delivery);
    const blocked = deliveries.filter(({ blocked_until }) => blocked_until !== null);
    if (blocked.length > 0) await this.mailboxes.postpone(blocked);
    this.#more ||= page.isCut;
  }
}

/** @throws UnreadableRow when the webhook's URL is invalid */
function parseHost({ url }: MailboxRow): string {
  const address = URL.parse(url);
  if (!address) throw new UnreadableRow('url_unreadable');
  return address.host;
}
