import { isRedelivery } from './delivery.js';
import type { DueDelivery } from './mailbox.queries.js';

/**
 * The deliveries that a slice has read and whose outcomes are not stored yet. They form one chain per object, of which
 * only the first may be sent. Deliveries of different objects, and redeliveries, are independent (contract 5.3).
 */
export class ObjectChains {
  readonly #ready: DueDelivery[] = [];
  /**
   * By object, without deliveries that have ended. If the first one fails, it stays until its failure is stored: only
   * then does Postgres hold back those behind it.
   */
  readonly #chains = new Map<string, DueDelivery[]>();
  /** The bytes of deliveries whose outcomes are not stored yet, by sequence. */
  readonly #bufferedBytes = new Map<number, number>();
  #bytes = 0;

  /** Sequences of deliveries that wait here, are in flight, or whose outcome is not stored yet. */
  get bufferedSequences(): number[] {
    return [...this.#bufferedBytes.keys()];
  }

  get readyCount(): number {
    return this.#ready.length;
  }

  /** Bytes of the buffered events. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#bufferedBytes.size;
  }

  /** Ignores a delivery that is already buffered. */
  add(delivery: DueDelivery): void {
    if (this.#bufferedBytes.has(delivery.seq)) return;
    const bytes = Buffer.byteLength(delivery.data);
    this.#bufferedBytes.set(delivery.seq, bytes);
    this.#bytes += bytes;
    const chain = isRedelivery(delivery) ? undefined : this.#chains.get(delivery.object_key);
    if (chain) {
      chain.push(delivery);
      return;
    }
    this.#ready.push(delivery);
    if (!isRedelivery(delivery)) this.#chains.set(delivery.object_key, [delivery]);
  }

  /** The next delivery that may be sent now. */
  next(): DueDelivery | undefined {
    return this.#ready.shift();
  }

  /** Puts back what `next` returned, to be the next again. */
  returnFirst(delivery: DueDelivery): void {
    this.#ready.unshift(delivery);
  }

  /** It need not be sent again: the next of its object may be sent. */
  ended(delivery: DueDelivery): void {
    if (isRedelivery(delivery)) return;
    const chain = this.#chains.get(delivery.object_key);
    chain?.shift();
    if (chain?.[0]) this.#ready.push(chain[0]);
    else this.#chains.delete(delivery.object_key);
  }

  /**
   * Its outcome is stored, so that pages read from now on take it into account. If it has not ended, it will be
   * retried, and those behind it are dropped: they stay in Postgres.
   */
  stored(delivery: DueDelivery): void {
    this.#drop(delivery);
    const chain = this.#chains.get(delivery.object_key);
    if (chain?.[0] !== delivery) return;
    for (const follower of chain.slice(1)) this.#drop(follower);
    this.#chains.delete(delivery.object_key);
  }

  /** Drops what was not sent. */
  dropUnsent(): void {
    for (const delivery of this.#ready.splice(0)) this.stored(delivery);
    for (const chain of this.#chains.values()) for (const follower of chain.splice(1)) this.#drop(follower);
  }

  #drop({ seq }: DueDelivery): void {
    this.#bytes -= this.#bufferedBytes.get(seq) ?? 0;
    this.#bufferedBytes.delete(seq);
  }
}
