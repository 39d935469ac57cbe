import type { Client } from '@opensearch-project/opensearch';
import { PostgresCatalogueIndex } from '@app/catalogue';
import { compareWithModel, describeWithOpenSearch, stepUntilDone, useOpenSearch } from '@app/testing';
import { pino } from 'pino';
import { CatalogueIndexer } from './catalogue-indexer.js';
import { createOpenSearchClient } from './client.js';
import { OpenSearchCatalogueIndex } from './opensearch-catalogue-index.js';

/** `CATALOGUES=100 npm run jest -- opensearch-catalogue-index` is the long version. */
const catalogues = Number(process.env['CATALOGUES'] ?? 4);
const searches = 60;

describeWithOpenSearch('OpenSearchCatalogueIndex', () => {
  const engine = useOpenSearch();
  let client: Client;
  beforeAll(() => {
    const nobody = {
      OPENSEARCH_USERNAME: undefined,
      OPENSEARCH_PASSWORD: undefined,
      OPENSEARCH_CA: undefined,
    };
    client = createOpenSearchClient({ OPENSEARCH_URLS: [engine.url], ...nobody }, 60_000);
  });
  afterAll(() => client.close());

  it.each(Array.from({ length: catalogues }, (_, index) => index + 1))(
    'answers random searches like the naive model, catalogue %i',
    (seed) =>
      compareWithModel(seed, searches, async (database) => {
        const alias = `model-${seed}`;
        const shards = seed % 2 === 0 ? 3 : 1;
        const indexer = new CatalogueIndexer(
          database,
          client,
          { OPENSEARCH_INDEX: alias },
          pino({ level: 'silent' }),
          { shards, replicas: 0 },
        );
        await stepUntilDone(database, indexer);
        const postgres = new PostgresCatalogueIndex(database);
        return new OpenSearchCatalogueIndex(client, database, alias, 0, Date.now, postgres);
      }),
  );
});
