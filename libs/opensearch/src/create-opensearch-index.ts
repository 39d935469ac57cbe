import type { CatalogueIndex, SearchEngineSettings } from '@app/catalogue';
import type { Reader } from '@app/database';
import type { Clock, Logger } from '@app/kernel';
import { createOpenSearchClient } from './client.js';
import { FallbackIndex } from './fallback-index.js';
import { OpenSearchCatalogueIndex } from './opensearch-catalogue-index.js';

/** Values that are not settings; tests wait longer, or require exact numbers. */
export const OPENSEARCH_TIMING = {
  /** Milliseconds that a search waits for the cluster; then Postgres answers. */
  timeoutMs: 1_000,
  /** Milliseconds that the index may be behind the catalogue, usually one second; if it is further behind, Postgres answers. */
  maxLagMs: 5_000,
};
export type OpenSearchTiming = typeof OPENSEARCH_TIMING;

interface Parts {
  settings: SearchEngineSettings;
  timing?: Partial<OpenSearchTiming> | undefined;
  /** For words, codes and licences. */
  reader: Reader;
  /** The fallback while OpenSearch is unavailable. */
  postgres: CatalogueIndex;
  clock: Clock;
  logger: Logger;
}

/** The catalogue index of these settings. @throws ConfigError when the URL of OpenSearch is missing */
export function createOpenSearchIndex({
  settings,
  timing,
  reader,
  postgres,
  clock,
  logger,
}: Parts): FallbackIndex {
  const { timeoutMs, maxLagMs } = { ...OPENSEARCH_TIMING, ...timing };
  const client = createOpenSearchClient(settings, timeoutMs);
  const engine = new OpenSearchCatalogueIndex(
    client,
    reader,
    settings.OPENSEARCH_INDEX,
    maxLagMs,
    () => clock.now().getTime(),
    postgres,
  );
  return new FallbackIndex(engine, postgres, logger, () => client.close());
}
