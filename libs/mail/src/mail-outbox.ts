import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { HintQueue } from '@app/events';
import type { RedisSettings } from '@app/redis';
import { SETTINGS } from '@app/kernel';
import { enqueueMail, type OutgoingMail } from './outgoing-mail.js';

/** BullMQ queue of hints that mails are waiting. */
export const MAILS_QUEUE = 'mails';

/** Services write mails here, in the transaction of the change that they report. */
@Injectable()
export class MailOutbox implements OnModuleDestroy {
  readonly #hints: HintQueue;

  constructor(@Inject(SETTINGS) settings: RedisSettings) {
    this.#hints = new HintQueue(MAILS_QUEUE, settings);
  }

  /**
   * Stores the mail; once committed, a hint is sent. The sender also polls, in case Redis is down.
   * @returns false if the address has reached its limit; then nothing is stored
   * @throws LimitReached when the portal has sent too many
   */
  async enqueue(tx: Transaction, mail: OutgoingMail): Promise<boolean> {
    const isStored = await enqueueMail(tx, mail);
    if (isStored) tx.afterCommit(() => this.#hints.send({ key: 'due', data: {} }));
    return isStored;
  }

  async onModuleDestroy(): Promise<void> {
    await this.#hints.close();
  }
}
