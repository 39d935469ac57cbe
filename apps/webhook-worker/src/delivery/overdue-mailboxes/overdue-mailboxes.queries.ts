import { Database, sql } from '@app/database';
import { mailboxStateSql } from '@app/webhooks';
import type { WakeableMailbox } from '../drain/index.js';

/** `overdue_ms`: how long it has been due without a lease. */
export type OverdueMailbox = WakeableMailbox & { overdue_ms: number };

/** Mailboxes that are due and not being drained, the longest overdue first. */
export function listOverdueMailboxes(database: Database, overMs: number): Promise<OverdueMailbox[]> {
  return database.many<OverdueMailbox>(sql`
    select webhook_id, state, p95_ms,
           extract(epoch from now() - greatest(next_due, lease_until))::float8 * 1000 as overdue_ms
      from learning.webhook_mailboxes
     where state < ${mailboxStateSql.disabled} and next_due is not null
       and next_due <= now() - ${overMs} * interval '1 ms' and (lease_until is null or lease_until < now())
     order by next_due limit 1000`);
}
