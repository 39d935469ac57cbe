import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Worker } from 'bullmq';
import { EVENTS_QUEUE } from '@app/events';
import { closeBull, REDIS_SETTINGS, type RedisSettings } from '@app/redis';
import { hintWorker } from '../hints/index.js';
import { Repeating } from '../schedule/index.js';
import { WORKER_SETTINGS, type WorkerSettings } from '../settings.js';
import { Relay } from './relay.js';

const CONCURRENCY = 4;

/** Runs the relay on hints, and by itself in case a hint was lost. */
@Injectable()
export class RelayWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker: Worker | undefined;
  private readonly polling: Repeating;

  constructor(
    private readonly relay: Relay,
    @Inject(REDIS_SETTINGS) private readonly redis: RedisSettings,
    @Inject(WORKER_SETTINGS) settings: WorkerSettings,
  ) {
    this.polling = new Repeating(async () => {
      const worked = await this.relay.relayAll().catch(() => false); // logged where it failed
      return worked ? settings.relayBusyMs : settings.relayIdleMs;
    });
  }

  onApplicationBootstrap(): void {
    this.polling.start();
    // not waited for: while a job is active, BullMQ keeps further hints of its shard back
    this.worker = hintWorker(EVENTS_QUEUE, this.redis, CONCURRENCY, (data) => {
      void this.relay.relay((data as { shard: number }).shard).catch(() => false);
      return Promise.resolve();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.polling.stop(), closeBull(this.worker)]);
    await this.relay.stop();
  }
}
