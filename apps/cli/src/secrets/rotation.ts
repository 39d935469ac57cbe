import { keepLaunchKey, launchKeyContext, signatureKey } from '@app/catalogue';
import type { Database } from '@app/database';
import { Sealer, secretsKeyFingerprint, type SecretsKeys } from '@app/kernel';
import {
  forgetOtherSecretsKeys,
  replaceSealed,
  sealedColumns,
  sealedRows,
  type SealedColumn,
} from './sealed-columns.queries.js';

/** Rows that are read and encrypted again in one transaction: few, so that locks are short. */
const BATCH = 200;
/** Servers that start during a pass may still encrypt with the other key; more passes than this indicate an error. */
const MAX_PASSES = 10;

/** Counts of a column's values by the key that encrypts them. */
export interface ColumnCount {
  column: string;
  /** Sealed with SECRETS_KEY. */
  current: number;
  /** Sealed with one of the other keys. */
  otherKeys: number;
  /** Damaged, or sealed with a key that was not given. */
  unreadable: number;
}

type OnProgress = (count: ColumnCount) => void;

/** Counts the values of all columns by key; changes nothing. */
export const countSealed = (database: Database, keys: SecretsKeys): Promise<ColumnCount[]> =>
  eachColumn((column) => walk(database, Sealer.of(keys), column, { change: false }));

/**
 * Encrypts all values of other keys with SECRETS_KEY, while the servers run. It may be interrupted at any time and run
 * again. Once no value of another key is left, servers without SECRETS_KEY no longer start.
 * @param onProgress called after each batch
 * @returns the counts of the last pass
 * @throws Error when servers keep encrypting with another key
 */
export async function rotateSecrets(
  database: Database,
  keys: SecretsKeys,
  onProgress: OnProgress,
): Promise<ColumnCount[]> {
  const sealer = Sealer.of(keys);
  for (const key of keys.OTHER_SECRETS_KEYS ?? []) {
    const fingerprint = secretsKeyFingerprint(key);
    const launchKey = signatureKey(Buffer.from(key, 'base64'), 'launch').toString('base64');
    const keySealed = sealer.seal(launchKey, launchKeyContext(fingerprint));
    await keepLaunchKey(database, { fingerprint, keySealed });
  }
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const counts = await eachColumn((column) => walk(database, sealer, column, { change: true, onProgress }));
    if (counts.every(({ otherKeys }) => otherKeys === 0)) {
      await forgetOtherSecretsKeys(database, secretsKeyFingerprint(keys.SECRETS_KEY));
      return counts;
    }
  }
  throw new Error('servers keep sealing with another key: set SECRETS_KEY for all of them first');
}

async function eachColumn(work: (column: SealedColumn) => Promise<ColumnCount>): Promise<ColumnCount[]> {
  const counts: ColumnCount[] = [];
  for (const column of sealedColumns) counts.push(await work(column));
  return counts;
}

async function walk(
  database: Database,
  sealer: Sealer,
  column: SealedColumn,
  { change, onProgress }: { change: boolean; onProgress?: OnProgress },
): Promise<ColumnCount> {
  const count = { column: `${column.table}.${column.column}`, current: 0, otherKeys: 0, unreadable: 0 };
  for (let after: string[] | undefined; ;) {
    const rows = await sealedRows(database, column, after, BATCH);
    if (rows.length === 0) return count;
    const changed: [(typeof rows)[number], Buffer][] = [];
    for (const row of rows) {
      const sealed = sealer.reseal(row.sealed, column.context(...row.key));
      if (sealed === undefined) count.unreadable += 1;
      else if (sealed === row.sealed) count.current += 1;
      else {
        count.otherKeys += 1;
        changed.push([row, sealed]);
      }
    }
    if (change && changed.length > 0) {
      await database.write(async (tx) => {
        for (const [row, sealed] of changed) await replaceSealed(tx, column, row, sealed);
      });
    }
    onProgress?.(count);
    after = rows.at(-1)!.key;
  }
}
