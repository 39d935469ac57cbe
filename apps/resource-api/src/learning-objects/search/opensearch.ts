/** Loaded where `SEARCH_ENGINE` says so. */
export { createOpenSearchIndex } from '@app/opensearch';
