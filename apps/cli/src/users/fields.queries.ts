import { sql, type Transaction } from '@app/database';

/** How many people of the portal have a value for the field, including closed accounts. */
export async function countHolders(tx: Transaction, portalId: number, name: string): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*) from identity.accounts where portal_id = ${portalId} and custom_fields ? ${name}`);
  return row?.count ?? 0;
}

/** @returns whether there was such a field */
export async function removeCustomField(tx: Transaction, portalId: number, name: string): Promise<boolean> {
  const removed = await tx.run(sql`
    delete from identity.custom_fields where portal_id = ${portalId} and name = ${name}`);
  return removed === 1;
}
