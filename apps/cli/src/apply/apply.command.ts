import { applyFile, readBootstrap, type BootstrapResult } from '@app/bootstrap-files';
import { systemClock } from '@app/kernel';
import type { Command } from 'commander';
import { withDatabase } from '../with-database.js';

/** `apply -f bootstrap.yaml`: creates portals, people, clients and subscriptions from a file. */
export function applyCommand(program: Command): void {
  program
    .command('apply')
    .description(
      'create the portals, people, clients and subscriptions in a file (DATABASE_URL of the owner)',
    )
    .requiredOption('-f, --file <file>', 'the bootstrap file, YAML')
    .option('--force', 'apply it even if neither it nor a value that it refers to has changed')
    .action(async ({ file, force = false }: { file: string; force?: boolean }) => {
      const bootstrap = readBootstrap(file, process.env);
      await withDatabase('apply', async (database) => {
        const applied = await applyFile(database, file, bootstrap, {
          clock: systemClock,
          env: process.env,
          events: true,
          isForced: force,
        });
        for (const line of describeOutcome(file, applied)) console.log(line);
      });
    });
}

function describeOutcome(file: string, applied: BootstrapResult | undefined): string[] {
  if (!applied) return [`${file} has not changed since it was applied: nothing to do (--force applies it).`];
  const { created, unknownContent, administrator } = applied;
  return [
    ...created.map((one) => `made ${one}`),
    ...unknownContent.map((one) => `not in the catalogue yet: ${one}`),
    `Applied ${file}.`,
    ...(administrator
      ? [
          `The first administrator signs in with: auth login-link ${administrator.host} ${administrator.email}`,
        ]
      : []),
  ];
}
