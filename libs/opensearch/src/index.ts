/**
 * OpenSearch as the engine of catalogue searches: an adapter of the port `CatalogueIndex` with Postgres as fallback, and
 * the indexer that keeps the index in step with the catalogue. Loaded only if `SEARCH_ENGINE` is OpenSearch.
 */
export { CatalogueIndexer, type IndexingState } from './catalogue-indexer.js';
export { createOpenSearchClient } from './client.js';
export {
  createOpenSearchIndex,
  OPENSEARCH_TIMING,
  type OpenSearchTiming,
} from './create-opensearch-index.js';
export { repairDrift, type Drift } from './drift.js';
export { FallbackIndex } from './fallback-index.js';
export { OpenSearchCatalogueIndex } from './opensearch-catalogue-index.js';
