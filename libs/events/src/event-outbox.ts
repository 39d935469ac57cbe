import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { WRITTEN_BYTES, type WrittenBytes } from '@app/limits';
import { runningSpan, tracedDetail } from '@app/tracing';
import type { DomainEvent, NarrowEvent } from './domain-event.js';
import { serializeEventData } from './event-data.js';
import { EventHints } from './event-hints.js';
import { insertEvent, insertEvents } from './outbox.queries.js';
import { chooseShard } from './shards.js';

/** Events of one statement: few enough for their bodies to fit in memory. */
const BATCH = 500;

/** Services write their events here, in the transaction of the change. */
@Injectable()
export class EventOutbox {
  constructor(
    @Inject(EventHints) private readonly hints: Pick<EventHints, 'wake'>,
    @Optional() @Inject(WRITTEN_BYTES) private readonly written?: WrittenBytes,
  ) {}

  /** For programs without Redis: the relay finds their events by polling. */
  static withoutHints(): EventOutbox {
    return new EventOutbox({ wake: () => undefined });
  }

  /**
   * Writes the event in the transaction of the change, after the changed row was locked. So the ids of one object's
   * events are in commit order. Once committed, a hint is sent through Redis. Nothing is lost while Redis
   * is down: the relay also polls.
   * @throws Problem 429 if its portal has reached its daily limit
   */
  async append(tx: Transaction, event: DomainEvent): Promise<void> {
    const { type } = event;
    const options = { kind: 'producer', attributes: { 'event.type': type } } as const;
    const data = this.#serialize(event);
    await tracedDetail('append event', options, () =>
      insertEvent(tx, event, data, runningSpan()?.traceparent),
    );
    tx.afterCommit(() => this.hints.wake(chooseShard(event.objectType, event.objectId)));
  }

  /** Writes many events, in their order, in few statements: otherwise as {@link EventOutbox.append} does. */
  async appendAll(tx: Transaction, events: readonly NarrowEvent[]): Promise<void> {
    for (let done = 0; done < events.length; done += BATCH) {
      const batch = events.slice(done, done + BATCH);
      const options = { kind: 'producer', attributes: { 'event.type': batch[0]!.type } } as const;
      const data = batch.map((event) => this.#serialize(event));
      await tracedDetail('append event', options, () =>
        insertEvents(tx, batch, data, runningSpan()?.traceparent),
      );
    }
    const shards = new Set(events.map(({ objectType, objectId }) => chooseShard(objectType, objectId)));
    tx.afterCommit(() => {
      for (const shard of shards) this.hints.wake(shard);
    });
  }

  #serialize({ portalId, data }: NarrowEvent): string {
    const text = serializeEventData(data);
    this.written?.add(portalId, Buffer.byteLength(text));
    return text;
  }
}
