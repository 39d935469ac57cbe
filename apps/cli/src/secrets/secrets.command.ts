import { assertSecretsKey, type Database } from '@app/database';
import { loadConfig, setting, type Environment, type SecretsKeys } from '@app/kernel';
import type { Command } from 'commander';
import { commandDatabase, withDatabase } from '../with-database.js';
import { countSealed, rotateSecrets, type ColumnCount } from './rotation.js';

export const settings = commandDatabase.extend({
  SECRETS_KEY: setting.sealingKey,
  OTHER_SECRETS_KEYS: setting.otherSealingKeys,
});
/** @throws ConfigError naming every missing or bad variable */
const readSecretsConfig = (env: Environment) => loadConfig(settings, env);

/** `secrets`: exchanging SECRETS_KEY. */
export function secretsCommand(program: Command): void {
  const secrets = program.command('secrets').description('exchange SECRETS_KEY while the servers run');

  secrets
    .command('status')
    .description('count the values sealed with SECRETS_KEY and with OTHER_SECRETS_KEYS')
    .action(() =>
      withKeys(async (database, keys) => {
        const counts = await countSealed(database, keys);
        counts.forEach(print);
        const otherKeys = counts.reduce((sum, count) => sum + count.otherKeys, 0);
        console.log(
          otherKeys === 0
            ? 'Everything that can be opened is sealed with SECRETS_KEY.'
            : `${otherKeys} values are sealed with other keys: \`secrets rotate\` seals them anew.`,
        );
      }),
    );

  secrets
    .command('rotate')
    .description('seal everything anew with SECRETS_KEY; can be interrupted and run again')
    .action(() =>
      withKeys(async (database, keys) => {
        const counts = await rotateSecrets(database, keys, printProgress);
        const unreadable = counts.filter((count) => count.unreadable > 0);
        unreadable.forEach(print);
        console.log(
          'Everything is sealed with SECRETS_KEY. Servers that have another one no longer start; remove OTHER_SECRETS_KEYS once pages that are open now have expired (an hour).',
        );
        if (unreadable.length > 0) process.exitCode = 1;
      }),
    );
}

const print = ({ column, current, otherKeys, unreadable }: ColumnCount): void =>
  console.log(
    `${column.padEnd(42)} ${current} current, ${otherKeys} with other keys, ${unreadable} unreadable`,
  );

const printProgress = ({ column, current, otherKeys, unreadable }: ColumnCount): void =>
  console.log(`${column}: ${current + otherKeys + unreadable} read, ${otherKeys} sealed anew`);

async function withKeys(work: (database: Database, keys: SecretsKeys) => Promise<void>): Promise<void> {
  const { DATABASE_URL: url, ...keys } = readSecretsConfig(process.env);
  await withDatabase(
    'secrets',
    async (database) => {
      await assertSecretsKey(database, keys);
      await work(database, keys);
    },
    url,
  );
}
