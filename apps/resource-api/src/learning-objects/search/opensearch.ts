/** Loaded if `SEARCH_ENGINE` selects it. */
export { createOpenSearchIndex } from '@app/opensearch';
