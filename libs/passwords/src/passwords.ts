import { sql, type Transaction } from '@app/database';
import { hash, type Options } from '@node-rs/argon2';

/** argon2id (2 is its number in the library's const enum) at OWASP's first recommended cost. */
export const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The shortest password that may be set, in characters. */
export const minPasswordLength = 8;
/** The longest password that is looked at, in bytes: argon2 must not be fed megabytes. */
export const maxPasswordBytes = 1024;

/** Hashes a password for storage. Costs some 20 ms of one core. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/**
 * Keeps a password that a portal sets for one of its accounts: it opens that account alone, until the person proves the
 * address. Of somebody who has proven it nothing is kept, and nobody is told (docs/spec-decisions.md).
 */
export async function holdPassword(
  tx: Transaction,
  account: { portalId: number; accountId: number },
  hashed: string,
): Promise<void> {
  await tx.one(sql`select auth.hold_password(${account.portalId}, ${account.accountId}, ${hashed})`);
}

/** Stores a person's own password, by the operator's word; one that is there stays. */
export async function storeFirstPassword(tx: Transaction, personId: number, hashed: string): Promise<void> {
  await tx.run(sql`
    insert into auth.passwords (person_id, hash) values (${personId}, ${hashed}) on conflict do nothing`);
}
