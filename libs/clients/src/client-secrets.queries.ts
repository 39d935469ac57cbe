import { sql, type Transaction } from '@app/database';
import { addSeconds, randomHex, sha256 } from '@app/kernel';

/** The longest time, in seconds, that a replaced secret may keep working (contract 3.47). */
export const MAX_GRACE_SECONDS = 86_400;

/** A generated client_id or client_secret: 160 bits in hexadecimal (contract 3.36). */
export const generateCredential = (): string => randomHex(40);

/** A newly generated secret: displayed once, stored only as its hash. */
export interface NewSecret {
  secret: string;
  /** Until when the previous secret works; null: it has stopped. */
  previousUntil: Date | null;
}

/**
 * Rotates a client's secret, in one statement.
 * @param graceSeconds for which the current one keeps working; 0: it stops immediately. One replaced earlier stops in
 *   either case: there are never more than two
 * @param replaces hash of the secret that the caller expects to replace; if it has changed, nothing happens
 * @returns undefined when the client is gone, has no secret, or its secret is not `replaces`
 */
export async function replaceClientSecret(
  tx: Transaction,
  clientId: string,
  graceSeconds: number,
  now: Date,
  replaces: Buffer | null = null,
): Promise<NewSecret | undefined> {
  const secret = generateCredential();
  const previousUntil = graceSeconds === 0 ? null : addSeconds(now, graceSeconds);
  const changed = await tx.run(sql`
    update auth.clients
       set previous_secret_hash = case when ${previousUntil}::timestamptz is null then null else secret_hash end,
           previous_secret_until = ${previousUntil}, secret_hash = ${sha256(secret)}, updated_time = ${now}
     where client_id = ${clientId} and secret_hash = coalesce(${replaces}::bytea, secret_hash)`);
  return changed === 1 ? { secret, previousUntil } : undefined;
}
