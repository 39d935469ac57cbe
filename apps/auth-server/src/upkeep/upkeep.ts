import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { HintQueue } from '@app/events';
import { LOGGER, type Logger } from '@app/kernel';
import { bullConnection, bullPrefix, closeBull, REDIS_SETTINGS, type RedisSettings } from '@app/redis';
import { KeyRotation } from '@app/signing-keys';
import { Worker } from 'bullmq';
import { LapsedInvitations } from '../offers/index.js';
import { UpkeepQueries } from './upkeep.queries.js';

const queueName = 'auth-upkeep';
const lookEveryMs = 60_000;

/**
 * Clean-up and key rotation: a schedule in Postgres says what is due, a timer claims it, BullMQ hands it to one of
 * the processes; without Redis the claiming process does it itself.
 */
@Injectable()
export class Upkeep implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #hints: HintQueue;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly queries: UpkeepQueries,
    private readonly rotation: KeyRotation,
    private readonly invitations: LapsedInvitations,
    @Inject(REDIS_SETTINGS) private readonly redis: RedisSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#hints = new HintQueue(queueName, redis, (lost) => {
      for (const { data } of lost) void this.run((data as { task: string }).task);
    });
  }

  /** Nothing is issued before today has its partitions. */
  async onModuleInit(): Promise<void> {
    await this.queries.makePartitions();
  }

  onApplicationBootstrap(): void {
    this.#worker = new Worker(queueName, (job) => this.run((job.data as { task: string }).task), {
      connection: bullConnection(this.redis, 'worker'),
      prefix: bullPrefix(this.redis),
    });
    this.#worker.on('error', () => undefined); // Redis is away: lost hints are acted on by who sent them
    this.#timer = setInterval(() => void this.look(), lookEveryMs);
    this.#timer.unref();
    void this.look();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.#hints.close(), closeBull(this.#worker)]);
  }

  /** Claims what is due and hands it out. */
  async look(): Promise<void> {
    try {
      for (const task of await this.queries.claim()) {
        this.#hints.send({ key: task.replace('.', '-'), data: { task } });
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'the upkeep schedule could not be read');
    }
  }

  /** Does one task now; a failure is noted and tried again at its next time. */
  async run(task: string): Promise<void> {
    try {
      await this.queries.note(task, await this.#do(task));
    } catch (error) {
      this.logger.error({ err: error, task }, 'upkeep failed');
    }
  }

  async #do(task: string): Promise<string> {
    switch (task) {
      case 'partitions':
        await this.queries.makePartitions();
        return `${await this.queries.dropPartitions()} partitions dropped`;
      case 'auth.expired':
        return `${await this.queries.removeExpired()} rows removed`;
      case 'signing-keys':
        await this.rotation.keepSchedule();
        return 'ok';
      case 'invitations':
        return `${await this.invitations.close()} invitations lapsed`;
      default:
        return 'unknown';
    }
  }
}
