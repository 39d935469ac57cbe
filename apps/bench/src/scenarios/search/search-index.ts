import { readSearchIndex } from '@app/catalogue';
import { sql } from '@app/database';
import {
  javaHome,
  LocalServiceError,
  openSearchHome,
  startOpenSearch,
  type RunningOpenSearch,
} from '@app/local-services';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withBenchDatabase } from '../../load/bench-database.js';
import { withDataFolder, type BenchStack } from '../../bench-stack.js';

const BUILD_TIMEOUT_MS = 60 * 60_000;
/** Size of the heap; the remaining memory caches files. */
const HEAP_MB = 1_024;

/** @throws LocalServiceError where OpenSearch is not installed */
export async function withOpenSearch<T>(work: (server: RunningOpenSearch) => Promise<T>): Promise<T> {
  const home = openSearchHome();
  if (home === undefined || javaHome() === undefined)
    throw new LocalServiceError(
      'OpenSearch is not installed: run npm run opensearch -- fetch, with a JDK of 21 or later.',
    );
  return withDataFolder(async (folder) => {
    const server = await startOpenSearch({ home, dataDir: join(folder, 'opensearch'), heapMb: HEAP_MB });
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  });
}

/** The settings of the servers. */
export const openSearchSettings = ({ url }: RunningOpenSearch): Record<string, string> => ({
  SEARCH_ENGINE: 'opensearch',
  OPENSEARCH_URLS: url,
});

/**
 * Builds the index by the worker, which also keeps it up to date while searches are measured, as in production.
 * Otherwise Postgres would answer instead of an index that lags. The work of OpenSearch for this is added to the
 * searches.
 */
export async function buildSearchIndex(stack: BenchStack, print: (line: string) => void): Promise<void> {
  const started = performance.now();
  await stack.runBeside(stack.getProgram('webhook-worker'));
  await withBenchDatabase(stack.ownerUrl, async (database) => {
    for (;;) {
      const index = await readSearchIndex(database);
      const now = await database.one<{ version: number }>(
        sql`select sum(version)::bigint as version from learning.catalogue_version`,
      );
      if (index?.builtTo === null && index.version === now!.version) return;
      if (performance.now() - started > BUILD_TIMEOUT_MS) throw new Error('the search index is not built');
      await pause(500);
    }
  });
  print(`search index built in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/** @throws Error when Postgres has answered a search */
export async function assertOpenSearchAnswered(stack: BenchStack): Promise<void> {
  const port = stack.getProgram('resource-api').env['METRICS_PORT'];
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const lines = (await answer.text())
    .split('\n')
    .filter((line) => line.startsWith('catalogue_searches_total'));
  if (lines.length === 0 || lines.some((line) => line.includes('engine="postgres"')))
    throw new Error(`OpenSearch has not answered every search:\n${lines.join('\n')}`);
}
