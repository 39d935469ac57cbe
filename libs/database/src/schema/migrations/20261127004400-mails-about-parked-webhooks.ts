import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { enqueueMail } from '../functions/identity/enqueue-mail.js';

/** Lets the worker mail administrators about a parked webhook. */
export class MailsAboutParkedWebhooks20261127004400 implements MigrationInterface {
  name = 'MailsAboutParkedWebhooks20261127004400';

  async up(runner: QueryRunner): Promise<void> {
    await replaceFunctions(runner, enqueueMail);
  }

  async down(): Promise<void> {
    // servers of before work with the newer function
  }
}
