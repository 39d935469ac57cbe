import { sql, type Transaction } from '@app/database';

/**
 * Stores a password that a portal sets for one of its accounts. It opens only that account, until the person proves the
 * address. For a person with a proven address nothing is stored, and the answer is the same (T10).
 */
export async function setPortalPassword(
  tx: Transaction,
  account: { portalId: number; accountId: number },
  hashed: string,
): Promise<void> {
  await tx.one(sql`select auth.set_portal_password(${account.portalId}, ${account.accountId}, ${hashed})`);
}

/** Stores a person's own password set by the operator; an existing one is kept. */
export async function insertInitialPassword(
  tx: Transaction,
  personId: number,
  hashed: string,
): Promise<void> {
  await tx.run(sql`
    insert into auth.passwords (person_id, hash) values (${personId}, ${hashed}) on conflict do nothing`);
}
