import { sql, type Reader, type Transaction } from '@app/database';
import { toAsciiAddress } from '@app/identity';

/** The open account of the person with this address. */
export async function openAccountByEmail(
  reader: Reader,
  portalId: number,
  email: string,
): Promise<number | undefined> {
  const row = await reader.one<{ id: number }>(sql`
    select a.id from identity.accounts a join identity.persons p on p.id = a.person_id
     where a.portal_id = ${portalId} and a.closed_time is null and p.email_key = lower(${toAsciiAddress(email)})`);
  return row?.id;
}

/** Ends tokens, refresh tokens and login-link sessions, as a running server would. */
export async function endRights(tx: Transaction, accountId: number): Promise<void> {
  await tx.one(sql`
    select auth.revoke_rights('account', ${String(accountId)}, true, 'removed', now() + interval '12 hours 2 minutes')`);
  await tx.one(sql`select auth.end_sessions(${accountId})`);
}
