import {
  readSearchIndex,
  searchEngineSettings,
  unregisterSearchIndex,
  waitingChanges,
  type IndexShape,
  type SearchEngineSettings,
} from '@app/catalogue';
import type { Database } from '@app/database';
import { createLogger, loadConfig, type Environment } from '@app/kernel';
import { CatalogueIndexer, createOpenSearchClient, repairDrift, type Drift } from '@app/opensearch';
import { InvalidArgumentError, type Command } from 'commander';
import { setTimeout as pause } from 'node:timers/promises';
import { commandDatabase, withDatabase } from '../with-database.js';

export const settings = commandDatabase.extend(searchEngineSettings);
/** @throws ConfigError naming every missing or bad variable */
const readSearchConfig = (env: Environment) => loadConfig(settings, env);

/** Milliseconds that a batch of documents may take. */
const BATCH_TIMEOUT_MS = 60_000;
const MAX_COUNTED = 100_000;

/** `search`: the index of the catalogue in OpenSearch. */
export function searchCommand(program: Command): void {
  const search = program.command('search').description('the index of the catalogue in OpenSearch');

  search
    .command('status')
    .description('show which index follows the catalogue, and how far it is behind')
    .action(() =>
      withSearch(async (database) => {
        const index = await readSearchIndex(database);
        if (!index) return console.log('No index follows the catalogue: searches are answered by Postgres.');
        const { count, seconds } = await waitingChanges(database, MAX_COUNTED);
        const state = index.builtTo === null ? 'complete' : `being built, up to object ${index.builtTo}`;
        console.log(
          `${index.name}: ${state}; ${count} changes wait, the oldest for ${Math.round(seconds)} s.`,
        );
      }),
    );

  search
    .command('rebuild')
    .description(
      'build a new index while the current one answers searches, then switch to it; can be interrupted',
    )
    .option('--shards <count>', 'primary shards, from now on; otherwise as many as it has', between(1, 64))
    .option(
      '--replicas <count>',
      'copies of each shard, from now on; otherwise as many as it has',
      between(0, 8),
    )
    .action((shape: Partial<IndexShape>) =>
      withSearch(async (database, config) => {
        const client = createOpenSearchClient(config, BATCH_TIMEOUT_MS);
        const logger = createLogger({ name: 'search', level: 'warn', format: 'pretty' });
        const indexer = new CatalogueIndexer(database, client, config, logger);
        try {
          await indexer.rebuild(shape);
          await untilComplete(database, indexer);
          console.log('The index is complete and answers searches.');
        } finally {
          await indexer.stop();
          await client.close();
        }
      }),
    );

  search
    .command('verify')
    .description('compare every document of the index with the catalogue; rewrite those that differ')
    .action(() =>
      withSearch(async (database, config) => {
        const client = createOpenSearchClient(config, BATCH_TIMEOUT_MS);
        try {
          const drift = await repairDrift(database, client, config.OPENSEARCH_INDEX, printDrift);
          const faults = drift.missing + drift.superfluous + drift.different;
          console.log(
            faults === 0
              ? 'The index has what the catalogue has.'
              : `${faults} documents are written again by the worker: changes of the last seconds, or drift.`,
          );
        } finally {
          await client.close();
        }
      }),
    );

  search
    .command('forget')
    .description('stop recording changes for an index, after SEARCH_ENGINE is postgres again')
    .action(() =>
      withSearch(async (database) => {
        const count = await unregisterSearchIndex(database);
        console.log(count > 0 ? 'Changes are no longer recorded.' : 'No index follows the catalogue.');
      }),
    );
}

/** Reads an option. @throws InvalidArgumentError unless it is a whole number in this range */
const between =
  (least: number, most: number) =>
  (text: string): number => {
    const count = Number(text);
    if (text.trim() === '' || !Number.isInteger(count) || count < least || count > most)
      throw new InvalidArgumentError(`must be a whole number from ${least} to ${most}`);
    return count;
  };

const printDrift = ({ compared, missing, superfluous, different }: Drift): void =>
  console.log(`${compared} compared: ${missing} missing, ${superfluous} superfluous, ${different} different`);

async function untilComplete(database: Database, indexer: CatalogueIndexer): Promise<void> {
  let lastPrinted = -1;
  for (;;) {
    const progress = await indexer.step();
    const index = await readSearchIndex(database);
    if (index?.builtTo === null) return;
    const builtTo = index?.builtTo ?? 0;
    if (builtTo - lastPrinted >= 50_000 || lastPrinted < 0)
      console.log(`written up to object ${(lastPrinted = builtTo)}`);
    if (progress !== 'more') await pause(500);
  }
}

async function withSearch(
  work: (database: Database, config: SearchEngineSettings) => Promise<void>,
): Promise<void> {
  const { DATABASE_URL: url, ...config } = readSearchConfig(process.env);
  await withDatabase('search', (database) => work(database, config), url);
}
