import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { runningSpan, tracedDetail } from '@app/tracing';
import type { DomainEvent } from './domain-event.js';
import { EventHints } from './event-hints.js';
import { insertEvent } from './outbox.queries.js';
import { shardOf } from './shards.js';

/** Where domain services put their events, inside the transaction of the change. */
@Injectable()
export class EventOutbox {
  constructor(private readonly hints: EventHints) {}

  /** For programs without Redis: the relay finds their events by polling. */
  static withoutHints(): EventOutbox {
    return new EventOutbox({ wake: () => undefined } as unknown as EventHints);
  }

  /**
   * Writes the event in the transaction of the change, after the changed row was locked, so that the ids of one
   * object's events are in commit order; once committed, a hint is sent through Redis. Nothing is lost while Redis
   * is down: the relay also polls.
   */
  async append(tx: Transaction, event: DomainEvent): Promise<void> {
    const { type } = event;
    const options = { kind: 'producer', attributes: { 'event.type': type } } as const;
    await tracedDetail('append event', options, () =>
      insertEvent(tx, event, JSON.stringify(event.data), runningSpan()?.traceparent),
    );
    tx.afterCommit(() => this.hints.wake(shardOf(event.objectType, event.objectId)));
  }
}
