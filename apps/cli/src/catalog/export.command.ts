import { exportCatalogue } from '@app/catalogue';
import { openDatabase } from '@app/database';
import type { Command } from 'commander';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readCatalogConfig } from './config.js';

/** `catalog export`: writes the catalogue in the format that `catalog import` reads. */
export function exportCommand(catalog: Command): void {
  catalog
    .command('export')
    .description('write learning objects as NDJSON, in the form that import reads')
    .option('--provider <slug...>', 'only of these providers')
    .option('--out <file>', 'default: standard output')
    .action(async (options: { provider?: string[]; out?: string }) => {
      const database = await openDatabase({
        url: readCatalogConfig(process.env).DATABASE_URL,
        applicationName: 'catalog export',
        poolSize: 2,
      });
      try {
        const records = exportCatalogue(database, options.provider);
        await pipeline(
          Readable.from(inLines(records)),
          options.out === undefined ? process.stdout : createWriteStream(options.out),
        );
      } finally {
        await database.dataSource.destroy();
      }
    });
}

async function* inLines(records: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}
