import { VERSION } from '@app/kernel';
import { Command } from 'commander';
import { applyCommand } from './apply/apply.command.js';
import { authCommand } from './auth/auth.command.js';
import { backupCommand } from './backup/backup.command.js';
import { catalogCommand } from './catalog/catalog.command.js';
import { enrollmentsCommand } from './enrollments/enrollments.command.js';
import { migrateCommand } from './migrate/migrate.command.js';
import { personCommand } from './person/person.command.js';
import { sandboxCommand } from './sandbox/sandbox.command.js';
import { searchCommand } from './search/search.command.js';
import { secretsCommand } from './secrets/secrets.command.js';
import { usersCommand } from './users/users.command.js';
import { webhooksCommand } from './webhooks/webhooks.command.js';

/** One line for each group of commands. */
const commands: ((program: Command) => void)[] = [
  applyCommand,
  authCommand,
  backupCommand,
  catalogCommand,
  enrollmentsCommand,
  migrateCommand,
  personCommand,
  sandboxCommand,
  searchCommand,
  secretsCommand,
  usersCommand,
  webhooksCommand,
];

export function createProgram(): Command {
  const program = new Command('learning-platform')
    .description('The command line of the learning platform.')
    .version(VERSION);
  for (const register of commands) register(program);
  return program;
}
