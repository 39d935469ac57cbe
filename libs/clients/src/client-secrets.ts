import { sql, type Transaction } from '@app/database';
import { randomHex, sha256 } from '@app/kernel';

/** The longest that a replaced secret may go on working (wire contract section 3, /client). */
export const longestGraceSeconds = 86_400;

/** A client_id or client_secret of ours: 160 bits in hexadecimal digits (wire contract section 3, new_client). */
export const generateCredential = (): string => randomHex(40);

/**
 * Gives a client a new secret.
 * @param graceSeconds for which the one so far goes on working; 0: it stops at once
 * @returns the secret, which is stored only as its hash
 */
export async function replaceClientSecret(
  tx: Transaction,
  clientId: string,
  graceSeconds: number,
  now: Date,
): Promise<string> {
  const secret = generateCredential();
  const until = graceSeconds === 0 ? null : new Date(now.getTime() + graceSeconds * 1000);
  await tx.run(sql`
    update auth.clients
       set previous_secret_hash = case when ${until}::timestamptz is null then null else secret_hash end,
           previous_secret_until = ${until}, secret_hash = ${sha256(secret)}, updated_time = ${now}
     where client_id = ${clientId}`);
  return secret;
}
