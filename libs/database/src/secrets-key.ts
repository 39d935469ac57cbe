import { webhookSecretContext } from '@app/contracts';
import { ConfigError, Sealer, secretsKeyFingerprint } from '@app/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Reader } from './database.js';
import { openDatabase } from './database.module.js';
import { DatabaseAway, postgresCode } from './errors.js';
import { sql, type Statement } from './sql.js';

/** How many times a starting server tries a Postgres that is away or not migrated yet, and the milliseconds between. */
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
 * Compares the key with the one that sealed this database; at first use its fingerprint is stored.
 * @param key 32 bytes in base64
 * @throws ConfigError naming the setting when it is another key
 */
export async function assertSecretsKey(database: Database, key: string): Promise<void> {
  const fingerprint = secretsKeyFingerprint(key);
  let known = await knownFingerprints(database);
  if (known.length === 0) {
    const sealed = await sealedBefore(database);
    if (sealed.length > 0 && !opensAny(new Sealer(key), sealed)) throw wrongKey(fingerprint, undefined);
    await database.one(sql`select maintenance.keep_first_secrets_key(${fingerprint})`);
    known = await knownFingerprints(database);
  }
  if (!known.includes(fingerprint)) throw wrongKey(fingerprint, known.join(', '));
}

/**
 * {@link assertSecretsKey} before a server does anything else; waits a little for Postgres and for its migrations.
 * @param url with the role of this app
 * @throws ConfigError naming the setting when it is another key
 */
export async function checkSecretsKey(url: string, applicationName: string, key: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await checkOnce(url, applicationName, key);
    } catch (error) {
      const mayPass = error instanceof DatabaseAway || postgresCode(error) === UNDEFINED_TABLE;
      if (!mayPass || tries === patience.tries) throw error;
      await pause(patience.pauseMs);
    }
  }
}

async function checkOnce(url: string, applicationName: string, key: string): Promise<void> {
  const database = await openDatabase({ url, applicationName, poolSize: 1 });
  try {
    await assertSecretsKey(database, key);
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
    }): set the key that was used so far.`,
  );
