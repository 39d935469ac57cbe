import type { DeliveryHarness, TestWebhook } from './delivery-harness.js';

const change = { type: 'lo.update', objectType: 'lo' } as const;

/** Events about learning objects that several portals see; `n` tells events apart. */
export class SharedObject {
  constructor(
    private readonly stack: DeliveryHarness,
    readonly owner: number,
    readonly viewers: readonly TestWebhook[],
    readonly id = 7,
  ) {}

  /** A wide event: one for all viewers. */
  fireForAll(n: number): Promise<void> {
    const audience = this.viewers.map(({ portalId }) => portalId);
    return this.stack.fire(this.owner, this.id, { id: this.id, n }, { ...change, audience });
  }

  /** Narrow events: one for each viewer. */
  async fireForEach(n: number): Promise<void> {
    for (const { portalId } of this.viewers)
      await this.stack.fire(portalId, this.id, { id: this.id, n }, change);
  }

  /** The events that arrived about it, in this order. */
  heardBy({ receiver }: TestWebhook): unknown[] {
    return receiver.received
      .filter(({ event }) => event.data['id'] === this.id)
      .map(({ event }) => event.data['n']);
  }
}

/** The sequences of all that has arrived, smallest first. */
export const listSequences = ({ receiver }: TestWebhook): number[] =>
  receiver.received.map(({ event }) => event.sequence!).sort((a, b) => a - b);

/** 1 to `count`. */
export const gapless = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
