import { webhookSecretContext } from '@app/contracts';
import type { Reader } from '../transactions/reader.js';
import { sql, type Statement } from '../sql/sql.js';

/** A value sealed with the key of a database. */
export interface SealedSample {
  sealed: Buffer;
  context: string;
}

/**
 * Sealed values that identify the key of a database from before fingerprints were stored; each app may read some of
 * them.
 */
const samples: { table: string; rows: Statement; toContext: (name: string) => string }[] = [
  {
    table: 'auth.signing_keys',
    rows: sql`select kid as name, private_sealed as sealed from auth.signing_keys order by created_time desc limit 10`,
    toContext: (kid) => kid,
  },
  {
    table: 'learning.webhooks',
    rows: sql`select id::text as name, secret as sealed from learning.webhooks
               where secret is not null order by updated_time desc limit 10`,
    toContext: (id) => webhookSecretContext(Number(id)),
  },
];

/** Fingerprints of the keys that sealed this database, the oldest first. */
export async function knownFingerprints(reader: Reader): Promise<string[]> {
  return reader.column<string>(sql`select fingerprint from maintenance.secrets_keys order by id`);
}

/** Stores the fingerprint unless one is stored. */
export async function keepFirstFingerprint(reader: Reader, fingerprint: string): Promise<void> {
  await reader.one(sql`select maintenance.keep_first_secrets_key(${fingerprint})`);
}

/** Stores the fingerprint of the next key if one of the other keys is known. */
export async function addFingerprint(
  reader: Reader,
  fingerprint: string,
  otherFingerprints: readonly string[],
): Promise<void> {
  await reader.one(sql`select maintenance.add_secrets_key(${fingerprint}, ${otherFingerprints})`);
}

/** Some of the sealed values that this app may read. */
export async function sealedBefore(reader: Reader): Promise<SealedSample[]> {
  const sealedRows: SealedSample[] = [];
  for (const { table, rows, toContext } of samples) {
    const right = await reader.one<{ may: boolean }>(
      sql`select has_table_privilege(${table}, 'select') as may`,
    );
    if (!right?.may) continue;
    for (const { name, sealed } of await reader.many<{ name: string; sealed: Buffer }>(rows)) {
      sealedRows.push({ sealed, context: toContext(name) });
    }
  }
  return sealedRows;
}
