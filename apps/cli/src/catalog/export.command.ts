import { catalogueFields, exportCatalogue, type ImportRecord } from '@app/catalogue';
import { BYTE_ORDER_MARK, csvLine } from '@app/tables';
import { Option, type Command } from 'commander';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withDatabase } from '../with-database.js';

interface Options {
  provider?: string[];
  out?: string;
  format: 'ndjson' | 'csv';
  bom: boolean;
}

/** `catalog export`: writes the catalogue in a form that `catalog import` reads. */
export function exportCommand(catalog: Command): void {
  catalog
    .command('export')
    .description('write learning objects as NDJSON or as a table, in the form that import reads')
    .option('--provider <slug...>', 'only of these providers')
    .option('--out <file>', 'default: standard output')
    .addOption(new Option('--format <format>', 'of the file').choices(['ndjson', 'csv']).default('ndjson'))
    .option('--no-bom', 'omit the byte order mark, by which spreadsheets recognize UTF-8')
    .action(({ provider, out, format, bom }: Options) =>
      withDatabase('catalog export', async (database) => {
        const records = exportCatalogue(database, provider);
        await pipeline(
          Readable.from(format === 'csv' ? inRows(records, bom) : inLines(records)),
          out === undefined ? process.stdout : createWriteStream(out),
        );
      }),
    );
}

async function* inLines(records: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

const columns = Object.keys(catalogueFields.byName);

/** A nested value is JSON in a cell. */
async function* inRows(records: AsyncIterable<ImportRecord>, bom: boolean): AsyncGenerator<string> {
  yield (bom ? BYTE_ORDER_MARK : '') + csvLine(columns);
  for await (const record of records) yield csvLine(columns.map((name) => readCell(record, name.split('.'))));
}

function readCell(record: ImportRecord, path: readonly string[]): unknown {
  const value = path.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | undefined)?.[name],
    record,
  );
  return isEmpty(value) ? undefined : value;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
