import { sql, type Transaction } from '@app/database';

/**
 * Stores a password that a portal sets for one of its accounts: it opens that account alone, until the person proves
 * the address. For a person who has proven it nothing is stored, and nobody is told (docs/spec-decisions.md).
 */
export async function holdPassword(
  tx: Transaction,
  account: { portalId: number; accountId: number },
  hashed: string,
): Promise<void> {
  await tx.one(sql`select auth.hold_password(${account.portalId}, ${account.accountId}, ${hashed})`);
}

/** Stores a person's own password on the operator's word; an existing one stays. */
export async function storeFirstPassword(tx: Transaction, personId: number, hashed: string): Promise<void> {
  await tx.run(sql`
    insert into auth.passwords (person_id, hash) values (${personId}, ${hashed}) on conflict do nothing`);
}
