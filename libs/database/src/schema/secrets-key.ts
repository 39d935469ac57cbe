import { ConfigError, Sealer, secretsKeyFingerprint, type SecretsKeys } from '@app/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../transactions/database.js';
import { openDatabase } from '../database.module.js';
import { DatabaseUnavailable, postgresCode } from '../sql/errors.js';
import {
  addFingerprint,
  keepFirstFingerprint,
  knownFingerprints,
  sealedBefore,
  type SealedSample,
} from './secrets-key.queries.js';

/**
 * How often a starting server retries a Postgres that is down or not yet migrated, and the milliseconds between
 * attempts.
 */
const startRetries = { tries: 10, pauseMs: 1_000 };
const UNDEFINED_TABLE = '42P01';

/**
 * Compares SECRETS_KEY with the keys that sealed this database. At first use its fingerprint is stored; later also if
 * one of the configured keys is known, because then it is the next key.
 * @throws ConfigError naming the setting when it is an unknown key
 */
export async function assertSecretsKey(database: Database, keys: SecretsKeys): Promise<void> {
  const fingerprint = secretsKeyFingerprint(keys.SECRETS_KEY);
  let storedFingerprints = await knownFingerprints(database);
  if (storedFingerprints.length === 0) {
    const sealed = await sealedBefore(database);
    if (sealed.length > 0 && !opensAny(Sealer.of(keys), sealed)) throw wrongKey(fingerprint, undefined);
    await keepFirstFingerprint(database, fingerprint);
    storedFingerprints = await knownFingerprints(database);
  }
  if (!storedFingerprints.includes(fingerprint)) {
    const otherFingerprints = (keys.OTHER_SECRETS_KEYS ?? []).map(secretsKeyFingerprint);
    await addFingerprint(database, fingerprint, otherFingerprints);
    storedFingerprints = await knownFingerprints(database);
  }
  if (!storedFingerprints.includes(fingerprint)) throw wrongKey(fingerprint, storedFingerprints.join(', '));
}

/**
 * Runs {@link assertSecretsKey} before the server starts; waits a short time for Postgres and its migrations.
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
      const mayPass = error instanceof DatabaseUnavailable || postgresCode(error) === UNDEFINED_TABLE;
      if (!mayPass || tries === startRetries.tries) throw error;
      await pause(startRetries.pauseMs);
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

/** One readable value is enough, because others may be damaged. */
const opensAny = (sealer: Sealer, values: readonly SealedSample[]): boolean =>
  values.some(({ sealed, context }) => sealer.tryOpen(sealed, context) !== undefined);

const wrongKey = (givenFingerprint: string, storedFingerprint: string | undefined): ConfigError =>
  new ConfigError(
    `SECRETS_KEY is not the key that sealed the values in this database (its fingerprint is ${givenFingerprint}${
      storedFingerprint === undefined ? '' : `, known is ${storedFingerprint}`
    }): set the key that was used so far, or name that one in OTHER_SECRETS_KEYS to change to this one.`,
  );
