import { sql, type Reader } from '@app/database';
import { mailboxStateSql } from './states.js';

/**
 * Parks the mailbox for ten minutes until it is probed: its webhook cannot be read or processed, which is not its
 * receiver's fault.
 * @param token of the lease's holder
 */
export async function parkMailbox(
  reader: Reader,
  webhookId: number,
  token: string,
  reason: string,
): Promise<void> {
  await reader.many(sql`
    update learning.webhook_mailboxes
       set state = ${mailboxStateSql.parked}, parked_reason = ${reason}, lease_token = null, lease_until = null,
           next_due = now() + interval '10 minutes'
     where webhook_id = ${webhookId} and state < ${mailboxStateSql.disabled}
       and (lease_token is null or lease_token = ${token} or lease_until < now())`);
}
