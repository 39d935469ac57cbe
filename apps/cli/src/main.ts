import 'reflect-metadata';
import { LocalServiceError } from '@app/local-services';
import { ConfigError } from '@app/kernel';
import { LimitReached } from '@app/limits';
import { Command } from 'commander';
import { applyCommand } from './apply/apply.command.js';
import { authCommand } from './auth/auth.command.js';
import { benchCommand } from './bench/bench.command.js';
import { catalogCommand } from './catalog/catalog.command.js';
import { chaosCommand } from './chaos/chaos.command.js';
import { demoCommand } from './demo/demo.command.js';
import { migrateCommand } from './migrate/migrate.command.js';
import { personCommand } from './person/person.command.js';
import { sandboxCommand } from './sandbox/sandbox.command.js';
import { useLocalStack } from './start/local-settings.js';
import { startCommand } from './start/start.command.js';
import { usersCommand } from './users/users.command.js';
import { listenCommand } from './webhooks/listen.command.js';
import { webhooksCommand } from './webhooks/webhooks.command.js';

/** One line for each group of commands. */
const commands: ((program: Command) => void)[] = [
  startCommand,
  demoCommand,
  benchCommand,
  chaosCommand,
  applyCommand,
  authCommand,
  catalogCommand,
  migrateCommand,
  personCommand,
  sandboxCommand,
  usersCommand,
  listenCommand,
  webhooksCommand,
];

async function main(): Promise<void> {
  const program = new Command('learning-platform').description('The command line of the learning platform.');
  for (const register of commands) register(program);
  const { DATA_DIR = '.data' } = process.env;
  useLocalStack(program, DATA_DIR, process.env, (line) => process.stderr.write(`· ${line}\n`));
  await program.parseAsync();
}

main().catch((error: unknown) => {
  const isForPeople =
    error instanceof LocalServiceError || error instanceof ConfigError || error instanceof LimitReached;
  process.stderr.write(
    `${isForPeople ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
