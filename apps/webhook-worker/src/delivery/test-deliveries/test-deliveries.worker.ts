import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Worker } from 'bullmq';
import { TESTS_QUEUE } from '@app/events';
import { closeBull, type RedisSettings } from '@app/redis';
import { SETTINGS } from '@app/kernel';
import { hintWorker } from '../../edge/hints/index.js';
import { TestDeliveries } from './test-deliveries.js';

/** Sends test deliveries as soon as a hint says that some are waiting. */
@Injectable()
export class TestDeliveriesWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #worker: Worker | undefined;

  constructor(
    private readonly tests: TestDeliveries,
    @Inject(SETTINGS) private readonly settings: RedisSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.#worker = hintWorker(TESTS_QUEUE, this.settings, 1, async () => {
      await this.tests.sendWaiting().catch(() => undefined);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await closeBull(this.#worker);
    await this.tests.settled();
  }
}
