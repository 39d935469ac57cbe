import type { Transaction } from '@app/database';
import { EventOutbox, type DomainEvent } from '@app/events';
import { setTimeout as pause } from 'node:timers/promises';

/** Counts an import's events and limits their rate, so that other events are not delayed. */
export class PacedOutbox {
  #events = 0;
  readonly #started = performance.now();
  readonly #outbox = EventOutbox.withoutHints();

  constructor(private readonly perSecond: number) {}

  async append(tx: Transaction, event: DomainEvent): Promise<void> {
    this.#events++;
    await this.#outbox.append(tx, event);
  }

  async appendAll(tx: Transaction, events: Parameters<EventOutbox['appendAll']>[1]): Promise<void> {
    this.#events += events.length;
    await this.#outbox.appendAll(tx, events);
  }

  /** Waits until the rate is back within the limit. */
  async keepPace(): Promise<void> {
    const due = this.#started + (this.#events / this.perSecond) * 1000;
    const ahead = due - performance.now();
    if (ahead > 0) await pause(ahead);
  }
}
