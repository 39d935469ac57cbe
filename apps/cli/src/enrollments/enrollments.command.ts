import type { Database } from '@app/database';
import { findPortalByName, listCustomFields } from '@app/identity';
import { ConfigError } from '@app/kernel';
import type { Command } from 'commander';
import { PacedOutbox } from '../catalog/paced-outbox.js';
import { ImportReport } from '../tables/report.js';
import { openSource, withTableOptions, type TableOptions } from '../tables/table-options.js';
import { withDatabase } from '../with-database.js';
import { enrollmentFields } from './enrollment-row.js';
import { importEnrollments } from './import-enrollments.js';

interface Options extends TableOptions {
  portal: string;
  dryRun: boolean;
  webhooks: boolean;
  eventsPerSecond: string;
  badLines?: string;
}

/** `enrollments import <file>`: imports past learning from a table. */
export function enrollmentsCommand(program: Command): void {
  const enrollments = program.command('enrollments').description('import past learning');
  withTableOptions(enrollments.command('import'))
    .description(
      'import past completions from a table: user_email or custom_fields.<name>; lo_id, or provider and external_id; status, result, pass, start_date, end_date; or an exported history',
    )
    .argument('<file>', 'a table whose first row names the columns')
    .requiredOption('--portal <host>', 'host name of the portal')
    .option('--dry-run', 'only show what would happen', false)
    .option('--webhooks', 'notify webhooks of new live enrollments', false)
    .option('--events-per-second <n>', 'most events a second for webhooks', '500')
    .action((file: string, options: Options) =>
      withDatabase('enrollments import', (database) => runImport(database, file, options)),
    );
}

async function runImport(database: Database, file: string, options: Options): Promise<void> {
  const outbox = options.webhooks ? new PacedOutbox(Number(options.eventsPerSecond)) : undefined;
  let report: ImportReport | undefined;
  try {
    const portal = await findPortalByName(database, options.portal);
    if (!portal) throw new ConfigError(`There is no portal ${options.portal}.`);
    const fields = enrollmentFields(await listCustomFields(database, portal.id));
    const source = await openSource(file, options, fields, false);
    report = new ImportReport(options.badLines ?? `${file}.bad.ndjson`, source.unused);
    const { lines, created, unchanged, bad } = await importEnrollments(source.lines, {
      database,
      portalId: portal.id,
      outbox,
      dryRun: options.dryRun,
      onBadLine: (badLine) => report!.bad(badLine),
      onBatch: async (soFar) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${soFar.lines} lines`);
        await outbox?.keepPace();
      },
    });
    if (process.stderr.isTTY) process.stderr.write('\n');
    report.forget();
    if (options.dryRun) console.log('Nothing was changed: this was a dry run.');
    console.log(`${lines} lines: ${created} created, ${unchanged} unchanged, ${bad} bad.`);
    console.log(report.inWords().join('\n'));
  } finally {
    await report?.close();
  }
}
