import { Injectable } from '@nestjs/common';
import { sql, type Transaction } from '@app/database';
import { DeliveryState, MailboxState } from '../common/delivery.js';
import { setProgress, type Progress } from './mailbox.queries.js';

export interface Administrator {
  portal_id: number;
  person_id: number;
  email: string;
  locale: string;
  url: string;
  failing_since: Date;
}

@Injectable()
export class DisablingQueries {
  /** Disables the webhook and drops what waits. False when the lease is not held any more. */
  async disable(tx: Transaction, webhookId: number, token: string, progress: Progress): Promise<boolean> {
    // In the order in which everybody locks these two rows.
    await tx.run(sql`select 1 from learning.webhooks where id = ${webhookId} for update`);
    const disabled = await tx.run(sql`
      update learning.webhook_mailboxes m
         set ${setProgress(progress)}, state = ${MailboxState.disabled}, version = m.version + 1,
             lease_token = null, lease_until = null, next_due = null, hold_until = null
       where m.webhook_id = ${webhookId} and m.lease_token = ${token} and m.state < ${MailboxState.disabled}`);
    if (disabled === 0) return false;
    await tx.run(sql`
      update learning.webhooks set enabled = false, updated_time = now() where id = ${webhookId}`);
    await tx.run(sql`
      update learning.webhook_deliveries set state = ${DeliveryState.dropped}
       where webhook_id = ${webhookId} and state = ${DeliveryState.waiting}`);
    return true;
  }

  /** The people who are active administrators of the webhook's portal, in the order in which mails are counted. */
  administrators(tx: Transaction, webhookId: number): Promise<Administrator[]> {
    return tx.many<Administrator>(sql`
      select a.portal_id, p.id as person_id, p.email, a.locale, w.url, m.failing_since
        from learning.webhooks w
        join learning.webhook_mailboxes m on m.webhook_id = w.id
        join identity.accounts a on a.portal_id = w.portal_id
        join identity.persons p on p.id = a.person_id
       where w.id = ${webhookId} and a.status and a.closed_time is null and 'Administrator' = any(a.roles)
       order by p.email_key`);
  }
}
