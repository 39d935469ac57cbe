import { Database, openDatabase } from '@app/database';
import { EventHints, EventOutbox } from '@app/events';
import type { RedisSettings } from '@app/redis';
import { countEvent, lockObject } from './chaos.queries.js';

export const chaosTypes = ['user.update', 'enrolment.update'] as const;
export type ChaosType = (typeof chaosTypes)[number];

/** An event that is known to be committed. */
export interface CommittedEvent {
  portalId: number;
  objectId: number;
  type: ChaosType;
  /** Number of this event of its object. */
  n: number;
}

const RETRY_MS = 100;

/** Writes events as services do: locks the object's row, then writes the event, in one transaction. */
export class ChaosEvents {
  readonly committed: CommittedEvent[] = [];
  readonly #counts = new Map<number, number>();
  readonly #turns = new Map<number, Promise<void>>();

  private constructor(
    private readonly database: Database,
    private readonly hints: EventHints,
    private readonly outbox: EventOutbox,
  ) {}

  static async open(url: string, redis: RedisSettings): Promise<ChaosEvents> {
    const database = await openDatabase({ url, applicationName: 'chaos events', poolSize: 8 });
    const hints = new EventHints(redis);
    return new ChaosEvents(database, hints, new EventOutbox(hints));
  }

  /**
   * Commits one event, however often Postgres goes down meanwhile; events of one object are committed one after
   * the other.
   */
  fire(portalId: number, objectId: number, type: ChaosType): Promise<void> {
    const n = (this.#counts.get(objectId) ?? 0) + 1;
    this.#counts.set(objectId, n);
    const turn = (this.#turns.get(objectId) ?? Promise.resolve()).then(() =>
      this.#commit({ portalId, objectId, type, n }),
    );
    this.#turns.set(objectId, turn);
    return turn;
  }

  async close(): Promise<void> {
    await this.hints.onModuleDestroy();
    await this.database.dataSource.destroy();
  }

  async #commit(event: CommittedEvent): Promise<void> {
    const { portalId, objectId, type, n } = event;
    for (;;) {
      try {
        await this.database.write(async (tx) => {
          // a commit whose answer was lost must not be repeated
          if ((await lockObject(tx, objectId)) >= n) return;
          await countEvent(tx, objectId, n);
          await this.outbox.append(tx, {
            portalId,
            type,
            objectType: 'user',
            objectId,
            data: { id: objectId, n },
          });
        });
        this.committed.push(event);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}
