/** Loaded where `SEARCH_ENGINE` says so. */
export { CatalogueIndexer, createOpenSearchClient } from '@app/opensearch';
