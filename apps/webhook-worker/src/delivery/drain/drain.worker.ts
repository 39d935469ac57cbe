import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Worker } from 'bullmq';
import { LANE_QUEUES, type Lane } from '@app/events';
import { closeBull } from '@app/redis';
import { SETTINGS } from '@app/kernel';
import { hintWorker } from '../../edge/hints/index.js';
import { WebhookHours } from '../hours/index.js';
import type { WorkerSettings } from '../../timing.js';
import { DrainPool } from './drain-pool.js';

/** Drains the mailboxes named by hints, in two lanes. */
@Injectable()
export class DrainWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #workers: Worker[] = [];

  constructor(
    private readonly pool: DrainPool,
    private readonly hours: WebhookHours,
    @Inject(SETTINGS) private readonly settings: WorkerSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.#workers = (Object.keys(LANE_QUEUES) as Lane[]).map((lane) =>
      hintWorker(LANE_QUEUES[lane], this.settings, this.settings.timing.webhookConcurrency, (data) =>
        this.pool.drain((data as { webhookId: number }).webhookId, lane),
      ),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.pool.close();
    await this.hours.writeLast();
    await Promise.all(this.#workers.map(closeBull));
  }
}
