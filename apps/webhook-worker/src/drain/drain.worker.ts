import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Worker } from 'bullmq';
import { LANE_QUEUES, type Lane } from '@app/events';
import { closeBull, REDIS_SETTINGS, type RedisSettings } from '@app/redis';
import { hintWorker } from '../hints/index.js';
import { WORKER_SETTINGS, type WorkerSettings } from '../settings.js';
import { DrainPool } from './drain-pool.js';

/** Drains the mailboxes that hints name, in two lanes. */
@Injectable()
export class DrainWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #workers: Worker[] = [];

  constructor(
    private readonly pool: DrainPool,
    @Inject(REDIS_SETTINGS) private readonly redis: RedisSettings,
    @Inject(WORKER_SETTINGS) private readonly settings: WorkerSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.#workers = (Object.keys(LANE_QUEUES) as Lane[]).map((lane) =>
      hintWorker(LANE_QUEUES[lane], this.redis, this.settings.concurrency, (data) =>
        this.pool.drain((data as { webhookId: number }).webhookId, lane),
      ),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.pool.close();
    await Promise.all(this.#workers.map(closeBull));
  }
}
