import { Injectable } from '@nestjs/common';
import type { DrainSlice } from './drain-slice.js';

interface Running {
  slice: DrainSlice | undefined;
  /** New work was announced before there was a slice to notify. */
  isWoken: boolean;
}

/** The mailboxes that this process is draining. */
@Injectable()
export class RunningSlices {
  readonly #running = new Map<number, Running>();

  get size(): number {
    return this.#running.size;
  }

  /** Claims the webhook within this process. @returns false when it is already being drained here */
  enter(webhookId: number): boolean {
    if (this.#running.has(webhookId)) return false;
    this.#running.set(webhookId, { slice: undefined, isWoken: false });
    return true;
  }

  began(webhookId: number, slice: DrainSlice): void {
    const running = this.#running.get(webhookId);
    if (!running) return;
    running.slice = slice;
    running.isWoken = false; // its first page has not been read yet
  }

  /** @returns whether new work arrived of which no slice was notified */
  end(webhookId: number): boolean {
    const running = this.#running.get(webhookId);
    this.#running.delete(webhookId);
    return running?.isWoken ?? false;
  }

  /** Notifies the slice that drains the webhook here of new work. @returns false when there is none */
  wake(webhookId: number): boolean {
    const running = this.#running.get(webhookId);
    if (!running) return false;
    if (running.slice) running.slice.wake();
    else running.isWoken = true;
    return true;
  }

  stopAll(): void {
    for (const { slice } of this.#running.values()) slice?.stop();
  }
}
