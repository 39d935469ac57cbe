import { sql, type Transaction } from '@app/database';

/** Ends all tokens of the client; for programs that run outside the servers. */
export async function endTokensOfClient(
  tx: Transaction,
  clientId: string,
  endFamilies: boolean,
): Promise<void> {
  await tx.one(sql`
    select auth.revoke_rights('client', ${clientId}, ${endFamilies}, 'command line', now() + interval '12 hours 2 minutes')`);
}
