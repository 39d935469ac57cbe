import { commandLine } from '@app/access';
import { assertSecretsKey } from '@app/database';
import { ConfigError, systemClock } from '@app/kernel';
import {
  KeyRotation,
  keyStates,
  SigningKeyQueries,
  type KeyPurpose,
  type KeySettings,
} from '@app/signing-keys';
import type { Command } from 'commander';
import { readKeysConfig } from './config.js';
import { withDatabase } from '../with-database.js';

const purposes: readonly KeyPurpose[] = ['access tokens', 'ID tokens'];

/** `auth keys`: lists, rotates and revokes signing keys, those of access tokens and those of ID tokens. */
export function keysCommand(auth: Command): void {
  const keys = auth.command('keys').description('signing keys of access tokens and ID tokens');

  keys
    .command('list')
    .description('list the keys and their states')
    .action(() =>
      withDatabase('cli', async (database) => {
        for (const purpose of purposes) {
          const rows = keyStates(await new SigningKeyQueries(database, purpose).all(), systemClock.now());
          for (const { kid, alg, state, signsFrom, parkedReason } of rows) {
            console.log(
              `${kid}  ${alg}  ${state.padEnd(8)} signs ${purpose} from ${signsFrom.toISOString()}${parkedReason === null ? '' : `  ${parkedReason}`}`,
            );
          }
        }
      }),
    );

  keys
    .command('rotate')
    .description('publish the next key now; it signs once every verifier can have fetched it')
    .option('--id-tokens', 'of ID tokens; by default, of access tokens')
    .action(({ idTokens }: { idTokens?: true }) =>
      withRotations(async (rotations) => {
        console.log(`next: ${await rotations[idTokens ? 'ID tokens' : 'access tokens'].rotate()}`);
      }),
    );

  keys
    .command('revoke <kid>')
    .description('revoke a compromised key and every token it signed, within a second')
    .action((kid: string) =>
      withRotations(async (rotations) => {
        const current =
          (await rotations['access tokens'].revoke(kid)) ?? (await rotations['ID tokens'].revoke(kid));
        if (current === undefined) throw new ConfigError(`There is no key ${kid} that could be revoked.`);
        console.log(`${kid} is revoked; ${current} signs now.`);
      }),
    );
}

const withRotations = (work: (rotations: Record<KeyPurpose, KeyRotation>) => Promise<void>): Promise<void> =>
  withDatabase('cli', async (database) => {
    const config = readKeysConfig(process.env);
    await assertSecretsKey(database, config);
    const rotation = (purpose: KeyPurpose, settings: KeySettings): KeyRotation =>
      new KeyRotation(
        database,
        new SigningKeyQueries(database, purpose),
        systemClock,
        settings,
        commandLine(),
      );
    return work({
      'access tokens': rotation('access tokens', config),
      'ID tokens': rotation('ID tokens', { ...config, SIGNING_ALG: 'RS256' }),
    });
  });
