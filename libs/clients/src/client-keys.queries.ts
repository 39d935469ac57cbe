import { sql, type Transaction } from '@app/database';
import { enforceLimit } from '@app/limits';
import type { RegisteredKey } from './client-keys.js';

export async function replaceKeys(
  tx: Transaction,
  clientId: string,
  keys: readonly RegisteredKey[],
  now: Date,
): Promise<void> {
  await tx.run(sql`delete from auth.client_keys where client_id = ${clientId}`);
  // the authorization server's role may not update keys
  for (const { kid, alg, jwk } of keys) {
    await tx.run(sql`
      insert into auth.client_keys (client_id, kid, alg, jwk, created_time)
      values (${clientId}, ${kid}, ${alg}, ${JSON.stringify(jwk)}, ${now})`);
  }
}

export async function upsertKey(
  tx: Transaction,
  clientId: string,
  key: RegisteredKey,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into auth.client_keys (client_id, kid, alg, jwk, created_time)
    values (${clientId}, ${key.kid}, ${key.alg}, ${JSON.stringify(key.jwk)}, ${now})
    on conflict (client_id, kid) do update set alg = excluded.alg, jwk = excluded.jwk`);
}

/** @throws LimitReached when the client has too many keys */
export const assertFewKeys = (tx: Transaction, clientId: string): Promise<void> =>
  enforceLimit(
    tx,
    'client_keys',
    clientId,
    sql`select 1 from auth.client_keys where client_id = ${clientId}`,
    0,
  );
