import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@app/kernel';
import { MAILS_QUEUE } from '@app/mail';
import { closeBull, REDIS_SETTINGS, type RedisSettings } from '@app/redis';
import type { Worker } from 'bullmq';
import { hintWorker } from '../shared/hint-worker.js';
import { Repeating } from '../shared/repeating.js';
import { MailSender } from './mail-sender.js';
import { MailQueries } from './mail.queries.js';

const everyMs = 5_000;
const keepDays = 90;

/** Sends mails on hints, and by itself in case a hint was lost. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #worker: Worker | undefined;
  readonly #polling = new Repeating(() => this.#look());

  constructor(
    private readonly sender: MailSender,
    private readonly queries: MailQueries,
    @Inject(REDIS_SETTINGS) private readonly redis: RedisSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#polling.start();
    this.#worker = hintWorker(MAILS_QUEUE, this.redis, 1, async () => {
      await this.#look();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.#polling.stop(), closeBull(this.#worker)]);
    this.sender.close();
  }

  async #look(): Promise<number> {
    try {
      await this.sender.sendDue();
      await this.queries.removeOld(keepDays, 500);
    } catch (error) {
      this.logger.error({ err: error }, 'mails could not be sent');
    }
    return everyMs;
  }
}
