import { Injectable } from '@nestjs/common';
import { wireTime } from '@app/contracts';
import { Database, runInContext, type Transaction } from '@app/database';
import { enqueueMail } from '@app/mail';
import { disableWebhook, dropWaiting, lockWebhook } from '@app/webhooks';
import { listAdministratorsOfWebhook, lockMailTables } from './administrators.queries.js';
import { storeProgress, type MailboxUpdate } from './mailbox.queries.js';

/** Uses no more than its share of the connections that all deliveries need. */
const disabling = { operation: 'disabling a webhook', portalId: undefined };

/**
 * Disables a webhook that has failed for too long, or whose receiver says that it is gone, and mails its administrators
 * about failures.
 */
@Injectable()
export class DisablingService {
  constructor(private readonly database: Database) {}

  /**
   * Only while the lease is held, with one mail to the administrators in the same transaction; then waiting deliveries
   * are dropped.
   */
  async disable(webhookId: number, token: string, update: MailboxUpdate): Promise<void> {
    await runInContext(disabling, async () => {
      await this.database.write((tx) => this.#disable(tx, webhookId, token, update));
      await dropWaiting(this.database, webhookId);
    });
  }

  /** Mails the administrators that a webhook has been parked, while its lease is held. */
  async reportParked(webhookId: number, token: string, update: MailboxUpdate): Promise<void> {
    await runInContext(disabling, () =>
      this.database.write(async (tx) => {
        await lockMailTables(tx);
        if (await storeProgress(tx, webhookId, token, update))
          await this.#mail(tx, webhookId, 'webhook-parked');
      }),
    );
  }

  async #disable(tx: Transaction, webhookId: number, token: string, update: MailboxUpdate): Promise<void> {
    await lockMailTables(tx);
    const webhook = await lockWebhook(tx, { id: webhookId, portalId: 'any' });
    if (!webhook || !(await storeProgress(tx, webhookId, token, update))) return;
    await disableWebhook(tx, webhook);
    await this.#mail(tx, webhookId, 'webhook-disabled');
  }

  async #mail(
    tx: Transaction,
    webhookId: number,
    template: 'webhook-parked' | 'webhook-disabled',
  ): Promise<void> {
    for (const administrator of await listAdministratorsOfWebhook(tx, webhookId, template)) {
      await enqueueMail(tx, {
        template,
        recipient: administrator.email,
        personId: administrator.person_id,
        portalId: administrator.portal_id,
        language: administrator.locale,
        data: {
          webhook_id: String(webhookId),
          url: administrator.url,
          failing_since: wireTime(administrator.failing_since),
        },
      });
    }
  }
}
