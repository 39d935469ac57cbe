import { Injectable } from '@nestjs/common';
import type { DrainSlice } from './drain-slice.js';

/** The mailboxes that this process is draining. */
@Injectable()
export class RunningSlices {
  private readonly slices = new Map<number, DrainSlice | undefined>();

  get size(): number {
    return this.slices.size;
  }

  /** Claims the webhook within this process; false when it is being drained here already. */
  enter(webhookId: number): boolean {
    if (this.slices.has(webhookId)) return false;
    this.slices.set(webhookId, undefined);
    return true;
  }

  began(webhookId: number, slice: DrainSlice): void {
    this.slices.set(webhookId, slice);
  }

  leave(webhookId: number): void {
    this.slices.delete(webhookId);
  }

  /** Tells a running slice of new work; false when there is none here. */
  wake(webhookId: number): boolean {
    const slice = this.slices.get(webhookId);
    slice?.wake();
    return slice !== undefined;
  }

  stopAll(): void {
    for (const slice of this.slices.values()) slice?.stop();
  }
}
