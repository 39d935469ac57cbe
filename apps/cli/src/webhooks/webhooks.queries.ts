import { sql, type Reader, type Transaction } from '@app/database';

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

const [parked, disabled, paused] = [1, 2, 3];

/** Webhooks that fail, are parked, disabled or paused, the longest failing first. */
export const failingWebhooks = (reader: Reader, portalId?: number): Promise<FailingWebhook[]> =>
  reader.many<FailingWebhook>(sql`
    select w.id, p.name as portal, w.url, m.state, m.failures_in_row, m.failing_since, m.next_due,
           (select count(*) from learning.webhook_deliveries d where d.webhook_id = w.id and d.state = 0) as waiting,
           coalesce(m.parked_reason, (select coalesce(a.error, a.status::text) from learning.webhook_attempts a
             where a.webhook_id = w.id order by a.time desc limit 1)) as last_error
      from learning.webhooks w
      join learning.webhook_mailboxes m on m.webhook_id = w.id
      join identity.portals p on p.id = w.portal_id
     where (m.failures_in_row > 0 or m.state >= ${parked}) and (${portalId ?? null}::int is null or w.portal_id = ${portalId ?? null}::int)
     order by m.failing_since nulls last, w.id`);

/** Stops sending, also what is being sent by a worker now; what comes waits. False: no such webhook, or disabled. */
export async function pauseWebhook(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.run(sql`
    update learning.webhook_mailboxes
       set state = ${paused}, version = version + 1, lease_token = null, lease_until = null
     where webhook_id = ${id} and state < ${disabled}`);
  return rows > 0;
}

/** Goes on where it was, or with a probe when it was failing or put aside. False: it is neither paused nor put aside. */
export async function resumeWebhook(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.run(sql`
    update learning.webhook_mailboxes
       set state = case when failures_in_row >= 5 or parked_reason is not null then ${parked} else 0 end, version = version + 1, next_due = now()
     where webhook_id = ${id} and (state = ${paused} or state = ${parked} and parked_reason is not null)`);
  return rows > 0;
}

/** Sends again what was fired in the window and does not wait anyway. Undefined: no such webhook, or disabled. */
export async function replayWebhook(
  tx: Transaction,
  id: number,
  window: { from: Date; to: Date },
): Promise<number | undefined> {
  const mailbox = await tx.run(sql`
    update learning.webhook_mailboxes
       set version = version + 1, next_due = case when state = 0 then now() else coalesce(next_due, now()) end
     where webhook_id = ${id} and state <> ${disabled}`);
  if (mailbox === 0) return undefined;
  return tx.run(sql`
    update learning.webhook_deliveries
       set next_at = now(), state = 0, round_tries = 0, redeliveries = redeliveries + 1
     where webhook_id = ${id} and state <> 0 and fired_at >= ${window.from} and fired_at <= ${window.to}`);
}
