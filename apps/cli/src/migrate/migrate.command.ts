import { migrate } from '@app/database';
import type { Command } from 'commander';
import { readMigrateConfig } from './config.js';

/** `migrate`: brings the database up to date and sets the passwords of the apps' roles. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date (DATABASE_URL of the owner)')
    .action(async () => {
      const config = readMigrateConfig(process.env);
      const done = await migrate({
        url: config.DATABASE_URL,
        rolePrefix: config.DATABASE_ROLE_PREFIX,
        poolerRole: config.DATABASE_POOLER_ROLE,
        passwords: {
          auth: config.AUTH_DATABASE_PASSWORD,
          api: config.API_DATABASE_PASSWORD,
          worker: config.WORKER_DATABASE_PASSWORD,
          console: config.CONSOLE_DATABASE_PASSWORD,
        },
        onRetry: (error, ms) => console.log(`${error.message}; trying again in ${ms / 1000} s`),
        onLeftOut: (statement) => console.log(`The owner of the database should run: ${statement}`),
      });
      for (const name of done) console.log(`migrated ${name}`);
      console.log(done.length === 0 ? 'The database is up to date.' : `${done.length} migrations applied.`);
    });
}
