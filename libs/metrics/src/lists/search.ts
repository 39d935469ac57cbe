import { worker, type MetricDefinition } from '../metric-definition.js';

export const searchMetrics = {
  catalogue_searches_total: {
    kind: 'counter',
    servers: ['resource-api'],
    help: 'Searches where SEARCH_ENGINE is opensearch, by the engine that answered, and why Postgres did (none: it did not).',
    labels: ['engine', 'reason'],
  },
  search_changes_waiting: {
    kind: 'gauge',
    servers: worker,
    help: 'Changes of the catalogue that the search index does not contain yet, counted up to 100,000.',
    observed: 'max',
  },
  search_index_behind_seconds: {
    kind: 'gauge',
    servers: worker,
    help: 'Age of the oldest change of the catalogue that the search index does not contain.',
    observed: 'max',
  },
  search_documents_refused_total: {
    kind: 'counter',
    servers: worker,
    help: 'Documents that the search index refused: Postgres answers the searches that find them.',
  },
} as const satisfies Record<string, MetricDefinition>;
