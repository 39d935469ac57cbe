import { sql, type Transaction } from '@app/database';
import { isEffectiveAdministrator } from '@app/identity';
import type { MailTemplate } from '@app/mail';

export interface Administrator {
  portal_id: number;
  person_id: number;
  email: string;
  locale: string;
  url: string;
  failing_since: Date;
}

/** Waits for tables locked by others before locking a webhook, because the relay waits for its mailbox. */
export async function lockMailTables(tx: Transaction): Promise<void> {
  await tx.many(sql`select 1 from identity.accounts, identity.persons, identity.mails where false`);
}

/**
 * The administrators of the webhook's portal, in the order in which mails are counted, except those who have
 * heard in the last day that this webhook was parked, if that is what they are mailed: it may fail and recover every few
 * minutes.
 */
export function listAdministratorsOfWebhook(
  tx: Transaction,
  webhookId: number,
  template: MailTemplate,
): Promise<Administrator[]> {
  return tx.many<Administrator>(sql`
    select a.portal_id, p.id as person_id, p.email, a.locale, w.url, m.failing_since
      from learning.webhooks w
      join learning.webhook_mailboxes m on m.webhook_id = w.id
      join identity.accounts a on a.portal_id = w.portal_id
      join identity.persons p on p.id = a.person_id
     where w.id = ${webhookId} and ${isEffectiveAdministrator}
       and not exists (select 1 from identity.mails s
                        where s.person_id = p.id and s.template = ${template} and s.template = 'webhook-parked'
                          and s.created_time > now() - interval '1 day' and s.data->>'webhook_id' = w.id::text)
     order by p.email_key`);
}
