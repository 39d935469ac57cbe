import { sql, type Transaction } from '@app/database';
import { randomHex, sha256 } from '@app/kernel';

/** The longest that a replaced secret may go on working (wire contract section 3, /client). */
export const LONGEST_GRACE_SECONDS = 86_400;

/** A client_id or client_secret of ours: 160 bits in hexadecimal digits (wire contract section 3, new_client). */
export const generateCredential = (): string => randomHex(40);

/** A secret that has just been made: shown once, stored only as its hash. */
export interface NewSecret {
  secret: string;
  /** Until when the one before goes on working; null: it has stopped. */
  previousUntil: Date | null;
}

/**
 * Gives a client a new secret, in one statement.
 * @param graceSeconds for which the one so far goes on working; 0: it stops at once. One that was replaced before stops
 *   in either case: there are never more than two
 * @param replaces hash of the secret that the caller saw and means to replace: when another stands by now, nothing
 *   changes
 * @returns undefined when the client is gone, has no secret, or has another one than `replaces`
 */
export async function replaceClientSecret(
  tx: Transaction,
  clientId: string,
  graceSeconds: number,
  now: Date,
  replaces: Buffer | null = null,
): Promise<NewSecret | undefined> {
  const secret = generateCredential();
  const previousUntil = graceSeconds === 0 ? null : new Date(now.getTime() + graceSeconds * 1000);
  const changed = await tx.run(sql`
    update auth.clients
       set previous_secret_hash = case when ${previousUntil}::timestamptz is null then null else secret_hash end,
           previous_secret_until = ${previousUntil}, secret_hash = ${sha256(secret)}, updated_time = ${now}
     where client_id = ${clientId} and secret_hash = coalesce(${replaces}::bytea, secret_hash)`);
  return changed === 1 ? { secret, previousUntil } : undefined;
}
