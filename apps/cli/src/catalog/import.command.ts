import { importCatalogue, type BadLine, type ImportSummary } from '@app/catalogue';
import { openDatabase } from '@app/database';
import { systemClock } from '@app/kernel';
import type { Command } from 'commander';
import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync, rmSync, statSync, type WriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { readColumnMap } from './column-map.js';
import { readCatalogConfig } from './config.js';
import { PacedOutbox } from './paced-outbox.js';
import { showProgress } from './progress.js';
import { csvSource, ndjsonSource } from './sources.js';

interface Options {
  map?: string;
  dryRun?: boolean;
  prune?: boolean;
  restart?: boolean;
  events: boolean;
  eventsPerSecond: string;
  badLines?: string;
}

/** `catalog import <file>`: imports learning objects from NDJSON or CSV. */
export function importCommand(catalog: Command): void {
  catalog
    .command('import')
    .description(
      'import learning objects from NDJSON, or from CSV with --map; importing the same file again changes nothing',
    )
    .argument('<file>', 'one record on each line, or a table')
    .option(
      '--map <file>',
      'how the columns of a table become fields (YAML; described in docs/catalogue-import.md)',
    )
    .option('--dry-run', 'only show what would happen')
    .option('--prune', 'retire objects of these providers that are not in the file, unless it has bad lines')
    .option('--restart', 'start at the first line, even if an import of this file was interrupted')
    .option('--no-events', 'tell no webhook (for a first load)')
    .option('--events-per-second <n>', 'most events a second for webhooks', '500')
    .option('--bad-lines <file>', 'where to write lines that cannot be read (default: <file>.bad.ndjson)')
    .action((file: string, options: Options) => runImport(file, options));
}

/** Lines per transaction: few when webhooks are notified of each, so that events keep pace. */
const PACED_BATCH = 200;
const LOAD_BATCH = 1_000;

async function runImport(file: string, options: Options): Promise<void> {
  const mapText = options.map === undefined ? undefined : readFileSync(options.map, 'utf8');
  const source = mapText === undefined ? ndjsonSource(file) : csvSource(file, readColumnMap(mapText));
  const database = await openDatabase({
    url: readCatalogConfig(process.env).DATABASE_URL,
    applicationName: 'catalog import',
    poolSize: 2,
  });
  const badLines = new BadLines(options.badLines ?? `${file}.bad.ndjson`);
  const progress = showProgress(source.bytes);
  const outbox = options.events ? new PacedOutbox(Number(options.eventsPerSecond)) : undefined;
  try {
    const summary = await importCatalogue(source.lines, {
      database,
      clock: systemClock,
      outbox,
      batchSize: outbox ? PACED_BATCH : LOAD_BATCH,
      key: keyOf(file, mapText),
      restart: options.restart === true,
      dryRun: options.dryRun === true,
      prune: options.prune === true,
      onBadLine: (bad) => badLines.write(bad),
      onBatch: async (soFar) => {
        progress.update(soFar, source.bytesRead());
        await outbox?.keepPace();
      },
    });
    progress.stop();
    if (summary.bad === 0 && summary.resumedAfter === 0) badLines.forget();
    console.log(inWords(summary, options.dryRun === true, badLines.file));
  } finally {
    progress.stop();
    await badLines.close();
    await database.dataSource.destroy();
  }
}

/** Identifies the file and how it is read; with the same key, an interrupted import continues. */
function keyOf(file: string, mapText: string | undefined): string {
  const { size, mtimeMs } = statSync(file);
  return createHash('sha256')
    .update(JSON.stringify([resolve(file), size, mtimeMs, mapText ?? '']))
    .digest('hex');
}

/** Writes bad lines as `{"line", "reason"}`; the file is created with the first one, and {@link forget} deletes that of an earlier import. */
class BadLines {
  #stream: WriteStream | undefined;

  constructor(readonly file: string) {}

  /** Called when there are no bad lines any more. */
  forget(): void {
    rmSync(this.file, { force: true });
  }

  write(bad: BadLine): void {
    this.#stream ??= createWriteStream(this.file);
    this.#stream.write(`${JSON.stringify(bad)}\n`);
  }

  close(): Promise<void> {
    return new Promise((done) => (this.#stream ? this.#stream.end(done) : done()));
  }
}

function inWords(summary: ImportSummary, dryRun: boolean, badFile: string): string {
  const { lines, created, updated, unchanged, retired, bad, resumedAfter } = summary;
  return [
    ...(dryRun ? ['Nothing was changed: this was a dry run.'] : []),
    ...(resumedAfter > 0
      ? [`Went on after line ${resumedAfter}, where an earlier import was interrupted.`]
      : []),
    `${lines} lines: ${created} created, ${updated} updated, ${unchanged} unchanged, ${retired} objects retired, ${bad} bad.`,
    ...(bad > 0 ? [`The bad ones are in ${badFile}.`] : []),
  ].join('\n');
}
