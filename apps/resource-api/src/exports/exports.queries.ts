import { sql, type Reader } from '@app/database';

/** Whether the account is currently an active administrator of the portal. */
export async function isAdministratorNow(
  reader: Reader,
  portalId: number,
  accountId: number,
): Promise<boolean> {
  return reader.has(sql`
    select 1 as is from identity.accounts
     where portal_id = ${portalId} and id = ${accountId} and status and closed_time is null
       and 'Administrator' = any(roles)`);
}
