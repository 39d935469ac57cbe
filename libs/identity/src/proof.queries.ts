import { latestTokenExpiry } from '@app/contracts';
import { sql, type Transaction } from '@app/database';

/** How a person has proven an address. */
export interface AddressVerification {
  by: 'mail' | 'operator';
  /** The portal that the mail came from, if any. */
  portalId: number | null;
}

/**
 * Records that the person has proven the address. The first proof ends all access from before it, in all accounts: held
 * passwords, sessions, tokens and consents. Processes that read revocations see it within a second.
 * @returns false when it was already proven; then nothing is changed
 */
export async function verifyAddress(
  tx: Transaction,
  personId: number,
  { by: provenBy, portalId }: AddressVerification,
  now: Date,
): Promise<boolean> {
  return (await tx.value<boolean>(
    sql`select auth.verify_address(${personId}, ${provenBy}, ${portalId}, ${latestTokenExpiry(now)}) as is_first`,
  ))!;
}
