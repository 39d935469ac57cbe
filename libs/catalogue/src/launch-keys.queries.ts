import { sql, type Reader } from '@app/database';
import { hkdfSync } from 'node:crypto';

/** The purpose of a signature: a signature for one purpose is never valid for another. */
export type SignaturePurpose = 'preview' | 'launch';

/** Derives the HMAC key for a purpose from a SECRETS_KEY, by HKDF (RFC 5869): 32 bytes. */
export const signatureKey = (secretsKey: Buffer, purpose: SignaturePurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', `${purpose} signature`, 32));

/** Binds a sealed launch key to the SECRETS_KEY that it was derived from. */
export const launchKeyContext = (fingerprint: string): string => `retired launch key ${fingerprint}`;

export interface RetiredLaunchKey {
  fingerprint: string;
  keySealed: Buffer;
}

/** The keys that signed launch tokens before SECRETS_KEY was exchanged; one for each exchange. */
export const retiredLaunchKeys = (reader: Reader): Promise<RetiredLaunchKey[]> =>
  reader.many(sql.camelCase`select fingerprint, key_sealed from learning.retired_launch_keys`);

/** Stores a former launch key, so that packages signed with it keep working; does nothing if it is stored already. */
export async function keepLaunchKey(
  reader: Reader,
  { fingerprint, keySealed }: RetiredLaunchKey,
): Promise<void> {
  await reader.one(sql`
    insert into learning.retired_launch_keys (fingerprint, key_sealed) values (${fingerprint}, ${keySealed})
    on conflict do nothing`);
}
