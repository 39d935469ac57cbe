import { Injectable } from '@nestjs/common';
import { wireTime } from '@app/contracts';
import { Database, withCaller, type Transaction } from '@app/database';
import { enqueueMail } from '@app/mail';
import { disableWebhook, lockWebhook } from '@app/webhooks';
import { AdministratorsQueries } from './administrators.queries.js';
import { storeProgress, type Progress } from './mailbox.queries.js';

/** Uses no more than its share of the connections that all deliveries need. */
const disabling = { operation: 'disabling a webhook', portalId: undefined };

/** Disables a webhook that has failed for too long, or whose receiver says that it is gone. */
@Injectable()
export class DisablingService {
  constructor(
    private readonly database: Database,
    private readonly administrators: AdministratorsQueries,
  ) {}

  /**
   * In one transaction, and only while the lease is held: waiting deliveries are dropped, and the administrators get
   * one mail.
   */
  async disable(webhookId: number, token: string, progress: Progress): Promise<void> {
    const work = () => this.database.write((tx) => this.#disable(tx, webhookId, token, progress));
    await withCaller(disabling, work);
  }

  async #disable(tx: Transaction, webhookId: number, token: string, progress: Progress): Promise<void> {
    await this.administrators.holdTables(tx);
    const webhook = await lockWebhook(tx, { id: webhookId, portalId: 'any' });
    if (!webhook || !(await storeProgress(tx, webhookId, token, progress))) return;
    await disableWebhook(tx, webhook);
    for (const administrator of await this.administrators.of(tx, webhookId)) {
      await enqueueMail(tx, {
        template: 'webhook-disabled',
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
