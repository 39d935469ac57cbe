import type { CatalogueIndex, SearchEngineSettings } from '@app/catalogue';
import type { Reader } from '@app/database';
import type { Clock, Logger } from '@app/kernel';
import { createOpenSearchClient } from './client.js';
import { FallbackIndex } from './fallback-index.js';
import { OpenSearchCatalogueIndex } from './opensearch-catalogue-index.js';

/** The values that no environment sets; tests wait longer, or ask for exact figures. */
export const OPENSEARCH_TIMING = {
  /** Milliseconds that a search waits; then Postgres answers, as the cluster is not well. */
  timeoutMs: 1_000,
  /** Milliseconds that the index may be behind the catalogue, usually one second; beyond, Postgres answers. */
  maxLagMs: 5_000,
};
export type OpenSearchTiming = typeof OPENSEARCH_TIMING;

interface Parts {
  settings: SearchEngineSettings;
  timing?: Partial<OpenSearchTiming> | undefined;
  /** For words, codes and licences. */
  reader: Reader;
  /** The index that answers while OpenSearch cannot. */
  postgres: CatalogueIndex;
  clock: Clock;
  logger: Logger;
}

/** The catalogue index that `settings` describe. @throws ConfigError when they do not say where it is */
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
