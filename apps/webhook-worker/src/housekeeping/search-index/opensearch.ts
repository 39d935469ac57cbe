/** Loaded only if `SEARCH_ENGINE` is OpenSearch. */
export { CatalogueIndexer, createOpenSearchClient } from '@app/opensearch';
