import { catalogueFields, importCatalogue, type ImportSummary } from '@app/catalogue';
import type { Database } from '@app/database';
import { systemClock } from '@app/kernel';
import type { Command } from 'commander';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ImportReport } from '../tables/report.js';
import { openSource, withTableOptions, type Source, type TableOptions } from '../tables/table-options.js';
import { withDatabase } from '../with-database.js';
import { PacedOutbox } from './paced-outbox.js';
import { showProgress } from './progress.js';

interface Options extends TableOptions {
  dryRun?: boolean;
  prune?: boolean;
  restart?: boolean;
  events: boolean;
  eventsPerSecond: string;
  badLines?: string;
}

/** `catalog import <file>`: imports learning objects from NDJSON or a table. */
export function importCommand(catalog: Command): void {
  withTableOptions(catalog.command('import'))
    .description(
      'import learning objects from NDJSON or a table; importing the same file again changes nothing',
    )
    .argument('<file>', 'one record on each line, or a table whose first row names the columns')
    .option('--dry-run', 'only show what would happen')
    .option('--prune', 'retire objects of these providers that are not in the file, unless it has bad lines')
    .option('--restart', 'start at the first line, even if an import of this file was interrupted')
    .option('--no-events', 'notify no webhook (for a first load)')
    .option('--events-per-second <n>', 'most events a second for webhooks', '500')
    .action((file: string, options: Options) => runImport(file, options));
}

/** Lines per transaction: few when webhooks are notified of each, so that events keep pace. */
const PACED_BATCH = 200;
const LOAD_BATCH = 1_000;

async function runImport(file: string, options: Options): Promise<void> {
  const source = await openSource(file, options, catalogueFields, true);
  await withDatabase('catalog import', (database) => importSource(database, source, file, options));
}

async function importSource(
  database: Database,
  source: Source,
  file: string,
  options: Options,
): Promise<void> {
  const report = new ImportReport(options.badLines ?? `${file}.bad.ndjson`, source.unused);
  const progress = showProgress(source.file.bytes);
  const outbox = options.events ? new PacedOutbox(Number(options.eventsPerSecond)) : undefined;
  try {
    const summary = await importCatalogue(source.lines(), {
      database,
      clock: systemClock,
      outbox,
      batchSize: outbox ? PACED_BATCH : LOAD_BATCH,
      key: computeKey(file, options),
      restart: options.restart === true,
      dryRun: options.dryRun === true,
      prune: options.prune === true,
      onBadLine: (bad) => report.bad(bad),
      onRemark: (remark) => report.remark(remark),
      onBatch: async (soFar) => {
        progress.update(soFar, source.file.bytesRead());
        await outbox?.keepPace();
      },
    });
    progress.stop();
    if (summary.resumedAfter === 0) report.forget();
    console.log([...inWords(summary, options.dryRun === true), ...report.inWords()].join('\n'));
  } finally {
    progress.stop();
    await report.close();
  }
}

/** Identifies the file and how it is read; with the same key, an interrupted import continues. */
function computeKey(file: string, { map, encoding, delimiter, decimal }: Options): string {
  const { size, mtimeMs } = statSync(file);
  const mapText = map === undefined ? '' : readFileSync(map, 'utf8');
  const reading = [mapText, encoding, delimiter, decimal];
  return createHash('sha256')
    .update(JSON.stringify([resolve(file), size, mtimeMs, reading]))
    .digest('hex');
}

function inWords(summary: ImportSummary, dryRun: boolean): string[] {
  const { lines, created, updated, unchanged, retired, bad, resumedAfter } = summary;
  return [
    ...(dryRun ? ['Nothing was changed: this was a dry run.'] : []),
    ...(resumedAfter > 0
      ? [`Resumed after line ${resumedAfter}, where an earlier import was interrupted.`]
      : []),
    `${lines} lines: ${created} created, ${updated} updated, ${unchanged} unchanged, ${retired} objects retired, ${bad} bad.`,
  ];
}
