import { openDatabase } from '@app/database';
import { findPortalByName } from '@app/identity';
import { ConfigError } from '@app/kernel';
import type { Command } from 'commander';
import { parse } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { PacedOutbox } from '../catalog/paced-outbox.js';
import { readCatalogConfig } from '../catalog/config.js';
import { fieldsCommand } from './fields.command.js';
import { importUsers, type TableLine } from './import-users.js';

interface Options {
  portal: string;
  mails: boolean;
  events: boolean;
  dryRun: boolean;
  eventsPerSecond: string;
}

/** `users import <file>`: imports people from CSV; `users fields`. */
export function usersCommand(program: Command): void {
  const users = program.command('users').description('import people; manage the custom fields of a portal');
  fieldsCommand(users);
  users
    .command('import')
    .description(
      'import people from CSV: email, first_name, last_name, roles, managers, locale, custom_fields.<name>',
    )
    .argument('<file>', 'a table whose first row names the columns; lists are separated by semicolons')
    .requiredOption('--portal <host>', 'host name of the portal')
    .option('--mails', 'send new people a link for setting a password', false)
    .option('--dry-run', 'only show what would happen', false)
    .option('--no-events', 'tell no webhook (for a first load)')
    .option('--events-per-second <n>', 'most events a second for webhooks', '500')
    .action(runImport);
}

async function runImport(file: string, options: Options): Promise<void> {
  const database = await openDatabase({
    url: readCatalogConfig(process.env).DATABASE_URL,
    applicationName: 'users import',
    poolSize: 2,
  });
  const outbox = options.events ? new PacedOutbox(Number(options.eventsPerSecond)) : undefined;
  try {
    const portal = await findPortalByName(database, options.portal);
    if (!portal) throw new ConfigError(`There is no portal ${options.portal}.`);
    const summary = await importUsers(() => readTable(file), {
      database,
      portalId: portal.id,
      outbox,
      mails: options.mails,
      dryRun: options.dryRun,
      onBadLine: ({ line, reason }) => process.stderr.write(`line ${line}: ${reason}\n`),
      onBatch: async (soFar) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${soFar.lines} lines`);
        await outbox?.keepPace();
      },
    });
    if (process.stderr.isTTY) process.stderr.write('\n');
    const { lines, created, updated, unchanged, bad } = summary;
    console.log(
      `${options.dryRun ? 'Nothing was changed: this was a dry run.\n' : ''}${lines} lines: ${created} created, ${updated} updated, ${unchanged} unchanged, ${bad} bad.`,
    );
    if (bad > 0) process.exitCode = 1;
  } finally {
    await database.dataSource.destroy();
  }
}

/** The lines of a CSV file. @throws ConfigError when a column is missing or the table cannot be read */
export async function* readTable(file: string): AsyncGenerator<TableLine> {
  const rows = createReadStream(file).pipe(
    parse({ columns: checkColumns, bom: true, info: true, skip_empty_lines: true, relax_column_count: true }),
  );
  for await (const { info, record } of rows as AsyncIterable<{
    info: { lines: number };
    record: Record<string, string>;
  }>) {
    yield { line: info.lines, record };
  }
}

function checkColumns(names: string[]): string[] {
  const columns = names.map((name) => name.trim());
  const missing = ['email', 'first_name', 'last_name'].filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new ConfigError(`The table has no column ${missing.join(', ')}.`);
  return columns;
}
