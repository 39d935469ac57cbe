import type { Database } from '@app/database';
import { listCustomFields, findPortalByName } from '@app/identity';
import { ConfigError } from '@app/kernel';
import type { Command } from 'commander';
import { PacedOutbox } from '../catalog/paced-outbox.js';
import { ImportReport } from '../tables/report.js';
import { openSource, withTableOptions, type TableOptions } from '../tables/table-options.js';
import { withDatabase } from '../with-database.js';
import { fieldsCommand } from './fields.command.js';
import { importUsers, type ImportUsersSummary } from './import-users.js';
import { peopleFields } from './people-fields.js';

interface Options extends TableOptions {
  portal: string;
  mails: boolean;
  events: boolean;
  dryRun: boolean;
  eventsPerSecond: string;
  badLines?: string;
}

/** `users import <file>`: imports people from a table; `users fields`. */
export function usersCommand(program: Command): void {
  const users = program.command('users').description('import people; manage the custom fields of a portal');
  fieldsCommand(users);
  withTableOptions(users.command('import'))
    .description(
      'import people from a table: email, first_name, last_name, roles, managers, locale, custom_fields.<name>',
    )
    .argument('<file>', 'a table whose first row names the columns; lists are separated by semicolons')
    .requiredOption('--portal <host>', 'host name of the portal')
    .option('--mails', 'send new people a link for setting a password', false)
    .option('--dry-run', 'only show what would happen', false)
    .option('--no-events', 'notify no webhook (for a first load)')
    .option('--events-per-second <n>', 'most events a second for webhooks', '500')
    .action((file: string, options: Options) =>
      withDatabase('users import', (database) => runImport(database, file, options)),
    );
}

async function runImport(database: Database, file: string, options: Options): Promise<void> {
  const outbox = options.events ? new PacedOutbox(Number(options.eventsPerSecond)) : undefined;
  let report: ImportReport | undefined;
  try {
    const portal = await findPortalByName(database, options.portal);
    if (!portal) throw new ConfigError(`There is no portal ${options.portal}.`);
    const defined = await listCustomFields(database, portal.id);
    const source = await openSource(file, options, peopleFields(defined), false);
    report = new ImportReport(options.badLines ?? `${file}.bad.ndjson`, source.unused);
    const summary = await importUsers(source.lines, {
      database,
      portalId: portal.id,
      defined,
      outbox,
      mails: options.mails,
      dryRun: options.dryRun,
      onBadLine: (bad) => report!.bad(bad),
      onRemark: (remark) => report!.remark(remark),
      onBatch: async (soFar) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${soFar.lines} lines`);
        await outbox?.keepPace();
      },
    });
    if (process.stderr.isTTY) process.stderr.write('\n');
    report.forget();
    console.log([...inWords(summary, options.dryRun), ...report.inWords()].join('\n'));
  } finally {
    await report?.close();
  }
}

function inWords({ lines, created, updated, unchanged, bad }: ImportUsersSummary, dryRun: boolean): string[] {
  return [
    ...(dryRun ? ['Nothing was changed: this was a dry run.'] : []),
    `${lines} lines: ${created} created, ${updated} updated, ${unchanged} unchanged, ${bad} bad.`,
  ];
}
