import { commandLine } from '@app/access';
import { assertSecretsKey } from '@app/database';
import { ConfigError, systemClock } from '@app/kernel';
import { KeyRotation, keyStates, SigningKeyQueries } from '@app/signing-keys';
import type { Command } from 'commander';
import { readKeysConfig } from './config.js';
import { withDatabase } from './with-database.js';

/** `auth keys`: lists, rotates and revokes signing keys. */
export function keysCommand(auth: Command): void {
  const keys = auth.command('keys').description('signing keys of access tokens');

  keys
    .command('list')
    .description('list the keys and their states')
    .action(() =>
      withDatabase(async (database) => {
        const rows = keyStates(await new SigningKeyQueries(database).all(), systemClock.now());
        for (const { kid, alg, state, signsFrom, parkedReason } of rows) {
          console.log(
            `${kid}  ${alg}  ${state.padEnd(8)} signs from ${signsFrom.toISOString()}${parkedReason === null ? '' : `  ${parkedReason}`}`,
          );
        }
      }),
    );

  keys
    .command('rotate')
    .description('publish the next key now; it signs once every verifier can have fetched it')
    .action(() =>
      withRotation(async (rotation) => {
        console.log(`next: ${await rotation.rotate()}`);
      }),
    );

  keys
    .command('revoke <kid>')
    .description('revoke a compromised key and every token it signed, within a second')
    .action((kid: string) =>
      withRotation(async (rotation) => {
        const current = await rotation.revoke(kid);
        if (current === undefined) throw new ConfigError(`There is no key ${kid} that could be revoked.`);
        console.log(`${kid} is revoked; ${current} signs now.`);
      }),
    );
}

const withRotation = (work: (rotation: KeyRotation) => Promise<void>): Promise<void> =>
  withDatabase(async (database) => {
    const queries = new SigningKeyQueries(database);
    const config = readKeysConfig(process.env);
    await assertSecretsKey(database, config);
    return work(new KeyRotation(database, queries, systemClock, config, commandLine()));
  });
