import { applyBootstrap, readBootstrap } from '@app/bootstrap-files';
import { openDatabase } from '@app/database';
import { systemClock } from '@app/kernel';
import type { Command } from 'commander';
import { readApplyConfig } from './config.js';

/** `apply -f bootstrap.yaml`: creates portals, people, clients and subscriptions from a file. */
export function applyCommand(program: Command): void {
  program
    .command('apply')
    .description(
      'create the portals, people, clients and subscriptions in a file (DATABASE_URL of the owner)',
    )
    .requiredOption('-f, --file <file>', 'the bootstrap file, YAML')
    .action(async ({ file }: { file: string }) => {
      const bootstrap = readBootstrap(file, process.env);
      const database = await openDatabase({
        url: readApplyConfig(process.env).DATABASE_URL,
        applicationName: 'apply',
        poolSize: 2,
      });
      try {
        const { unknownContent } = await applyBootstrap(database, bootstrap, {
          clock: systemClock,
          env: process.env,
          events: true,
        });
        for (const line of unknownContent) console.log(`not in the catalogue yet: ${line}`);
        console.log(`Applied ${file}.`);
      } finally {
        await database.dataSource.destroy();
      }
    });
}
