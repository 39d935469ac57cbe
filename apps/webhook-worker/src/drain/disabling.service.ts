import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { MailboxQueries, type Progress } from './mailbox.queries.js';

/** Disables a webhook that has failed for too long, or whose receiver says that it is gone. */
@Injectable()
export class DisablingService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxQueries,
  ) {}

  /** All at once, and only while the lease is held: what waits is dropped, the administrators get one mail. */
  async disable(webhookId: number, token: string, progress: Progress): Promise<void> {
    await this.database.write(async (tx) => {
      const disabled = await this.mailboxes.disable(tx, webhookId, token, progress);
      if (disabled) await this.mailboxes.mailAdministrators(tx, webhookId);
    });
  }
}
