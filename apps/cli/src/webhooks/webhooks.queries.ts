import { sql, type Reader } from '@app/database';
import { deliveryStateSql, mailboxStateSql } from '@app/webhooks';

export interface FailingWebhook {
  id: number;
  portal: string;
  url: string;
  state: number;
  failures_in_row: number;
  failing_since: Date | null;
  next_due: Date | null;
  waiting: number;
  last_error: string | null;
}

/** Failing, parked, disabled and paused webhooks, the longest failing first. */
export const failingWebhooks = (reader: Reader, portalId?: number): Promise<FailingWebhook[]> =>
  reader.many<FailingWebhook>(sql`
    select w.id, p.name as portal, w.url, m.state, m.failures_in_row, m.failing_since, m.next_due,
           (select count(*) from learning.webhook_deliveries d where d.webhook_id = w.id and d.state = ${deliveryStateSql.waiting}) as waiting,
           coalesce(m.parked_reason, (select coalesce(a.error, a.status::text) from learning.webhook_attempts a
             where a.webhook_id = w.id order by a.time desc limit 1)) as last_error
      from learning.webhooks w
      join learning.webhook_mailboxes m on m.webhook_id = w.id
      join identity.portals p on p.id = w.portal_id
     where (m.failures_in_row > 0 or m.state <> ${mailboxStateSql.open}) and (${portalId ?? null}::int is null or w.portal_id = ${portalId ?? null}::int)
     order by m.failing_since nulls last, w.id`);
