import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { RedisSettings } from '@app/redis';
import { SETTINGS } from '@app/kernel';
import { HintQueue } from './hint-queue.js';

/** BullMQ queue of hints that there are events in a shard of the outbox. */
export const EVENTS_QUEUE = 'events';

/** Notifies the relays, through Redis, of shards of the outbox that have events. */
@Injectable()
export class EventHints implements OnModuleDestroy {
  readonly #hints: HintQueue;

  constructor(@Inject(SETTINGS) settings: RedisSettings) {
    this.#hints = new HintQueue(EVENTS_QUEUE, settings);
  }

  wake(shard: number): void {
    this.#hints.send({ key: `shard-${shard}`, data: { shard } });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#hints.close();
  }
}
