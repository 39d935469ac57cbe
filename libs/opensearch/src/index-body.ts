import { facetNames } from '@app/catalogue';

/** The document that says which changes the index contains; it matches no search. */
export const STATE_ID = 'state';

/** Ids and codes, which are only matched, never sorted by. */
const names = { type: 'keyword', doc_values: false } as const;
const facet = { type: 'keyword', eager_global_ordinals: true } as const;

/**
 * Settings and mapping of an index, for the documents of `documents.queries.ts`. Words are lexemes already, so
 * OpenSearch analyses nothing, and both engines match the same objects.
 */
export const indexBody = (shards: number, replicas: number, window: number) => ({
  settings: {
    index: {
      number_of_shards: shards,
      number_of_replicas: replicas,
      // with replication by segments, replicas would show documents later than the state on the primary shard
      replication: { type: 'DOCUMENT' },
      // documents become visible together with the state that declares them
      refresh_interval: '-1',
      max_result_window: window,
      max_terms_count: MAX_TERMS,
    },
  },
  mappings: {
    dynamic: 'strict' as const,
    _source: { includes: ['state'] },
    properties: {
      state: { type: 'object' as const, enabled: false },
      lo_id: { type: 'integer' as const },
      owner: names,
      shared: { type: 'boolean' as const, doc_values: false },
      premium: { type: 'boolean' as const, doc_values: false },
      published: { type: 'boolean' as const, doc_values: false },
      audience: names,
      lineage: names,
      collections: names,
      groups: names,
      lexemes: names,
      title_key: { type: 'keyword' as const },
      price: { type: 'long' as const },
      duration: { type: 'long' as const },
      popularity: { type: 'long' as const },
      created: { type: 'long' as const },
      updated: { type: 'long' as const },
      digest: { type: 'keyword' as const, index: false },
      facets: { properties: Object.fromEntries(facetNames.map((name) => [name, facet])) },
      events: {
        type: 'nested' as const,
        properties: {
          starts: { type: 'long' as const },
          ends: { type: 'long' as const },
          country: names,
          locality: names,
          thoroughfare: names,
        },
      },
    },
  },
});

/** The most values in one condition; OpenSearch's own default. */
export const MAX_TERMS = 65_536;
