import { Inject, Injectable } from '@nestjs/common';
import type { Worker } from 'bullmq';
import { EVENTS_QUEUE } from '@app/events';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import { closeBull } from '@app/redis';
import { ScheduledTask } from '@app/scheduled-tasks';
import { hintWorker } from '../../edge/hints/index.js';
import type { WorkerSettings } from '../../timing.js';
import { Relay } from './relay.js';

const CONCURRENCY = 4;

/** Runs the relay on hints, and periodically in case a hint was lost. */
@Injectable()
export class RelayWorker extends ScheduledTask {
  #worker: Worker | undefined;

  constructor(
    private readonly relay: Relay,
    @Inject(SETTINGS) private readonly settings: WorkerSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('relay-events', logger, settings.timing.relayIdleMs);
  }

  protected async work(): Promise<number | void> {
    if (await this.relay.relayAll()) return this.settings.timing.relayBusyMs;
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    // not awaited: while a job is active, BullMQ holds back further hints for its shard
    this.#worker = hintWorker(EVENTS_QUEUE, this.settings, CONCURRENCY, (data) => {
      void this.relay.relay((data as { shard: number }).shard).catch(() => false);
      return Promise.resolve();
    });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([super.beforeApplicationShutdown(), closeBull(this.#worker)]);
    await this.relay.stop();
  }
}
