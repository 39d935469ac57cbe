import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import { MAILS_QUEUE } from '@app/mail';
import { closeBull, type RedisSettings } from '@app/redis';
import { Database, tableRegistry } from '@app/database';
import { ScheduledTask } from '@app/scheduled-tasks';
import type { Worker } from 'bullmq';
import { hintWorker } from '../../edge/hints/index.js';
import { MailSender } from './mail-sender.js';
import { removeOldMails } from './mail.queries.js';

const KEEP_DAYS = tableRegistry['identity.mails'].kept.days;

/** Sends mails on hints, and by polling in case a hint was lost. */
@Injectable()
export class MailWorker extends ScheduledTask {
  #worker: Worker | undefined;

  constructor(
    private readonly sender: MailSender,
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: RedisSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('send-mails', logger);
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.#worker = hintWorker(MAILS_QUEUE, this.settings, 1, () => this.runner.wake());
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.sender.stop();
    await Promise.all([super.beforeApplicationShutdown(), closeBull(this.#worker)]);
    this.sender.close();
  }

  protected async work(): Promise<void> {
    await this.sender.sendDue();
    await removeOldMails(this.database, KEEP_DAYS, 500);
  }
}
