import { webhookSecretContext } from '@app/contracts';
import { ConfigError, Sealer, secretsKeyFingerprint, type SecretsKeys } from '@app/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.js';
import { openDatabase } from './database.module.js';
import { DatabaseAway, postgresCode } from './errors.js';
import type { Reader } from './reader.js';
import { sql, type Statement } from './sql.js';

/** How often a starting server retries a Postgres that is down or not yet migrated, and the milliseconds between attempts. */
const patience = { tries: 10, pauseMs: 1_000 };
const UNDEFINED_TABLE = '42P01';

interface Sealed {
  sealed: Buffer;
  context: string;
}

/**
 * Values that show which key sealed a database from before fingerprints were stored; each app may read some of them.
 */
const samples: { table: string; rows: Statement; contextOf: (name: string) => string }[] = [
  {
    table: 'auth.signing_keys',
    rows: sql`select kid as name, private_sealed as sealed from auth.signing_keys order by created_time desc limit 10`,
    contextOf: (kid) => kid,
  },
  {
    table: 'learning.webhooks',
    rows: sql`select id::text as name, secret as sealed from learning.webhooks
               where secret is not null order by updated_time desc limit 10`,
    contextOf: (id) => webhookSecretContext(Number(id)),
  },
];

/**
 * Compares SECRETS_KEY with the keys that sealed this database. At first use its fingerprint is stored, and also when
 * one of the other keys is known: then it is the next one.
 * @throws ConfigError naming the setting when it is an unknown key
 */
export async function assertSecretsKey(database: Database, keys: SecretsKeys): Promise<void> {
  const fingerprint = secretsKeyFingerprint(keys.SECRETS_KEY);
  let known = await knownFingerprints(database);
  if (known.length === 0) {
    const sealed = await sealedBefore(database);
    if (sealed.length > 0 && !opensAny(Sealer.of(keys), sealed)) throw wrongKey(fingerprint, undefined);
    await database.one(sql`select maintenance.keep_first_secrets_key(${fingerprint})`);
    known = await knownFingerprints(database);
  }
  if (!known.includes(fingerprint)) {
    const others = (keys.OTHER_SECRETS_KEYS ?? []).map(secretsKeyFingerprint);
    await database.one(sql`select maintenance.add_secrets_key(${fingerprint}, ${others})`);
    known = await knownFingerprints(database);
  }
  if (!known.includes(fingerprint)) throw wrongKey(fingerprint, known.join(', '));
}

/**
 * Runs {@link assertSecretsKey} before a server does anything else; waits a little for Postgres and its
 * migrations.
 * @param url for the app's own role
 * @throws ConfigError naming the setting when it is another key
 */
export async function checkSecretsKey(
  url: string,
  applicationName: string,
  keys: SecretsKeys,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await checkOnce(url, applicationName, keys);
    } catch (error) {
      const mayPass = error instanceof DatabaseAway || postgresCode(error) === UNDEFINED_TABLE;
      if (!mayPass || tries === patience.tries) throw error;
      await pause(patience.pauseMs);
    }
  }
}

async function checkOnce(url: string, applicationName: string, keys: SecretsKeys): Promise<void> {
  const database = await openDatabase({ url, applicationName, poolSize: 1 });
  try {
    await assertSecretsKey(database, keys);
  } finally {
    await database.dataSource.destroy();
  }
}

async function knownFingerprints(reader: Reader): Promise<string[]> {
  const rows = await reader.many<{ fingerprint: string }>(
    sql`select fingerprint from maintenance.secrets_keys order by id`,
  );
  return rows.map(({ fingerprint }) => fingerprint);
}

async function sealedBefore(reader: Reader): Promise<Sealed[]> {
  const found: Sealed[] = [];
  for (const { table, rows, contextOf } of samples) {
    const right = await reader.one<{ may: boolean }>(
      sql`select has_table_privilege(${table}, 'select') as may`,
    );
    if (!right?.may) continue;
    for (const { name, sealed } of await reader.many<{ name: string; sealed: Buffer }>(rows)) {
      found.push({ sealed, context: contextOf(name) });
    }
  }
  return found;
}

/** One is enough: others may be damaged. */
const opensAny = (sealer: Sealer, values: readonly Sealed[]): boolean =>
  values.some(({ sealed, context }) => sealer.tryOpen(sealed, context) !== undefined);

const wrongKey = (given: string, known: string | undefined): ConfigError =>
  new ConfigError(
    `SECRETS_KEY is not the key that sealed what is in this database (its fingerprint is ${given}${
      known === undefined ? '' : `, known is ${known}`
    }): set the key that was used so far, or name that one in OTHER_SECRETS_KEYS to go over to this one.`,
  );
