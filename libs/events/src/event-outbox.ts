import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
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
   * Writes the event in the transaction of the change, after the changed row was locked (so that ids of one object
   * are in the order of the commits); once committed, a hint goes out through Redis. Nothing is lost while Redis is
   * away: the relay also polls.
   */
  async append(tx: Transaction, event: DomainEvent): Promise<void> {
    await insertEvent(tx, event, JSON.stringify(event.data));
    tx.afterCommit(() => this.hints.wake(shardOf(event.objectType, event.objectId)));
  }
}
