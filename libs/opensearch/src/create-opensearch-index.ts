import type { CatalogueIndex, SearchEngineSettings } from '@app/catalogue';
import type { Reader } from '@app/database';
import type { Clock, Logger } from '@app/kernel';
import { createOpenSearchClient } from './client.js';
import { FallingBackIndex } from './falling-back-index.js';
import { OpenSearchCatalogueIndex } from './opensearch-catalogue-index.js';

interface Parts {
  settings: SearchEngineSettings;
  /** For words, codes and licences. */
  reader: Reader;
  /** What answers while OpenSearch cannot. */
  postgres: CatalogueIndex;
  clock: Clock;
  logger: Logger;
}

/** The catalogue index that `settings` describe. @throws ConfigError when they do not say where it is */
export function createOpenSearchIndex({
  settings,
  reader,
  postgres,
  clock,
  logger,
}: Parts): FallingBackIndex {
  const client = createOpenSearchClient(settings, settings.OPENSEARCH_TIMEOUT_MS);
  const engine = new OpenSearchCatalogueIndex(
    client,
    reader,
    settings.OPENSEARCH_INDEX,
    settings.OPENSEARCH_SHARDS,
    settings.OPENSEARCH_MAX_LAG_SECONDS * 1_000,
    () => clock.now().getTime(),
    postgres,
  );
  return new FallingBackIndex(engine, postgres, logger, () => client.close());
}
