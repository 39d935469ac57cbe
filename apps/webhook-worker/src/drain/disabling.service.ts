import { Injectable } from '@nestjs/common';
import { wireTime } from '@app/contracts';
import { Database } from '@app/database';
import { enqueueMail } from '@app/mail';
import { DisablingQueries } from './disabling.queries.js';
import type { Progress } from './mailbox.queries.js';

/** Disables a webhook that has failed for too long, or whose receiver says that it is gone. */
@Injectable()
export class DisablingService {
  constructor(
    private readonly database: Database,
    private readonly queries: DisablingQueries,
  ) {}

  /** All at once, and only while the lease is held: what waits is dropped, the administrators get one mail. */
  async disable(webhookId: number, token: string, progress: Progress): Promise<void> {
    await this.database.write(async (tx) => {
      const disabled = await this.queries.disable(tx, webhookId, token, progress);
      if (!disabled) return;
      for (const administrator of await this.queries.administrators(tx, webhookId)) {
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
    });
  }
}
