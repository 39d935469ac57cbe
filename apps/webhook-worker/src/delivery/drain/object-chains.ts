import { isRedelivery } from './delivery.js';
import type { DueDelivery } from './mailbox.queries.js';

/**
 * The deliveries that a slice has in hand: one chain per object, of which only the first may be sent.
 * Deliveries of different objects, and redeliveries, are independent (contract 5.3).
 */
export class ObjectChains {
  readonly #ready: DueDelivery[] = [];
  readonly #chains = new Map<string, DueDelivery[]>();
  /** Objects whose failed delivery is not stored yet: later ones must not be sent. */
  readonly #broken = new Set<string>();
  /** The bytes of deliveries in hand, by sequence. */
  readonly #inHand = new Map<number, number>();
  #bytes = 0;

  /** Sequences in hand: waiting here, in flight, or not stored yet. */
  get taken(): number[] {
    return [...this.#inHand.keys()];
  }

  get readyCount(): number {
    return this.#ready.length;
  }

  /** Bytes of the events in hand. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#inHand.size;
  }

  /** @returns false when it must wait until the outcome of an earlier one of its object is stored */
  add(delivery: DueDelivery): boolean {
    if (this.#inHand.has(delivery.seq)) return true;
    if (isRedelivery(delivery)) {
      this.#track(delivery);
      this.#ready.push(delivery);
      return true;
    }
    if (this.#broken.has(delivery.object_key)) return false;
    this.#track(delivery);
    const chain = this.#chains.get(delivery.object_key);
    if (chain) {
      chain.push(delivery);
    } else {
      this.#chains.set(delivery.object_key, []);
      this.#ready.push(delivery);
    }
    return true;
  }

  /** The next delivery that may be sent now. */
  next(): DueDelivery | undefined {
    return this.#ready.shift();
  }

  /** Puts back what `next` returned, to be the next again. */
  returnFirst(delivery: DueDelivery): void {
    this.#ready.unshift(delivery);
  }

  /** It need not be sent again: deliveries waiting for it may be sent. */
  ended(delivery: DueDelivery): void {
    if (isRedelivery(delivery)) return;
    const follower = this.#chains.get(delivery.object_key)?.shift();
    if (follower) this.#ready.push(follower);
    else this.#chains.delete(delivery.object_key);
  }

  /** It must be retried later: deliveries waiting for it stay in Postgres. */
  broke(delivery: DueDelivery): void {
    if (isRedelivery(delivery)) return;
    this.#broken.add(delivery.object_key);
    for (const follower of this.#chains.get(delivery.object_key) ?? []) this.#drop(follower.seq);
    this.#chains.delete(delivery.object_key);
  }

  /** Its outcome is stored, so that pages read from now on take it into account. */
  stored(delivery: DueDelivery): void {
    this.#drop(delivery.seq);
    if (!isRedelivery(delivery)) this.#broken.delete(delivery.object_key);
  }

  /** Drops what was not sent. */
  dropUnsent(): void {
    for (const { seq } of this.#ready.splice(0)) this.#drop(seq);
    for (const chain of this.#chains.values()) for (const { seq } of chain.splice(0)) this.#drop(seq);
  }

  #track({ seq, data }: DueDelivery): void {
    const bytes = Buffer.byteLength(data);
    this.#inHand.set(seq, bytes);
    this.#bytes += bytes;
  }

  #drop(seq: number): void {
    this.#bytes -= this.#inHand.get(seq) ?? 0;
    this.#inHand.delete(seq);
  }
}
