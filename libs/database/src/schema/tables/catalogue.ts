import type { TableEntry } from './table-entry.js';

/** Learning objects, their lists and their search. */
export const catalogueTables = {
  'learning.catalogue_import_seen': {
    portal: { none: 'of the operator' },
    kept: { with: 'the import' },
    limitedBy: { unlimited: 'only operators add rows' },
    grants: { api: ['insert select', 'the import behind POST /v2/content'] },
  },
  'learning.catalogue_imports': {
    portal: { none: 'of the operator' },
    kept: { until: 'the import has finished' },
    limitedBy: { unlimited: 'only operators add rows' },
    grants: { api: ['delete insert select update', 'the import behind POST /v2/content'] },
  },
  'learning.catalogue_version': {
    portal: { none: 'one for the whole catalogue' },
    kept: { forGood: true },
    limitedBy: { unlimited: 'a fixed number' },
    grants: {
      api: ['select update', 'index_documents() records that the catalogue has changed'],
      worker: ['select update', 'index_documents() records that the catalogue has changed'],
    },
  },
  'learning.collection_items': {
    portal: { via: 'learning.collections' },
    kept: { with: 'the collection' },
    limitedBy: ['collection_items'],
    bytes: 'collection_items',
    grants: {
      api: ['delete insert select', 'items of collections'],
      worker: ['select', 'index_documents() reads who sees what'],
    },
  },
  'learning.collections': {
    portal: 'portal_id',
    acrossPortals: 'names of content, indexed with it: on every shard',
    kept: { until: 'it is deleted' },
    limitedBy: ['collections'],
    bytes: 'collections',
    grants: {
      api: ['delete insert select update', 'collections of portals'],
      worker: ['select', 'index_documents() reads who sees what'],
    },
  },
  'learning.content_group_items': {
    portal: { via: 'learning.content_groups' },
    kept: { with: 'the content group' },
    limitedBy: ['content_group_items'],
    bytes: 'content_group_items',
    grants: {
      api: ['delete insert select', 'items of content groups, and the import behind POST /v2/content'],
      worker: ['select', 'index_documents() reads who sees what'],
    },
  },
  'learning.content_groups': {
    portal: 'portal_id',
    acrossPortals: 'content shared between portals: on every shard',
    kept: { until: 'it is deleted' },
    limitedBy: ['content_groups'],
    bytes: 'content_groups',
    grants: {
      api: [
        'delete insert select update(name, updated_time)',
        'content groups are made, renamed and deleted; never given to another portal',
      ],
      worker: ['select', 'index_documents() reads who sees what'],
    },
  },
  'learning.facet_lost': {
    portal: { none: 'codes of values that portals share' },
    kept: { until: 'it is checked', by: 'remove-unused-facets' },
    limitedBy: { unlimited: 'labels of learning objects that have changed; checked by the worker' },
    grants: {
      api: ['insert', 'triggers of search_doc note what a document loses'],
      worker: ['delete insert select', 'triggers of search_doc; unused facets are removed'],
    },
  },
  'learning.facet_values': {
    portal: { none: 'values that portals share' },
    kept: { with: 'a learning object has it', by: 'remove-unused-facets' },
    limitedBy: ['labels', 'labels_made', 'languages'],
    grants: {
      api: ['insert select', 'index_documents() adds facets'],
      worker: ['delete insert select', 'index_documents() adds facets; unused ones are removed'],
    },
  },
  'learning.learning_object_events': {
    portal: { via: 'learning.learning_objects' },
    kept: { with: 'the learning object' },
    limitedBy: { unlimited: 'only operators add rows (import, 500 for each object)' },
    bytes: { ours: 'only operators add rows' },
    grants: {
      api: ['delete insert select', "dates of a portal's own content"],
      worker: ['select', 'objects in events'],
    },
  },
  'learning.learning_object_items': {
    portal: { via: 'learning.learning_objects' },
    kept: { with: 'the learning object' },
    limitedBy: ['places'],
    bytes: 'places',
    grants: {
      api: ['delete insert select update', "parts of a portal's own content"],
      worker: ['select', 'objects in events'],
    },
  },
  'learning.learning_objects': {
    portal: 'portal_id',
    acrossPortals: 'content shared between portals: on every shard',
    kept: { forGood: true, note: '; marked once it is deleted' },
    limitedBy: ['content', 'content_made', 'labels'],
    bytes: 'written_bytes',
    grants: {
      api: ['insert select update', "a portal's own content; retired, never deleted"],
      worker: [
        'select update(image, summary, updated_time)',
        'objects in events; picture and summary of a page that was fetched',
      ],
    },
  },
  'learning.licences': {
    portal: 'portal_id',
    kept: { forGood: true },
    limitedBy: { unlimited: 'only operators add rows' },
    bytes: { ours: 'only operators add rows' },
    grants: { api: ['select', 'who sees what'] },
  },
  'learning.link_pages': {
    portal: 'portal_id',
    acrossPortals: 'a queue of the worker, of content',
    kept: { until: 'the page is read or given up', by: 'read-link-pages' },
    limitedBy: ['content', 'content_made'],
    bytes: 'content_made',
    grants: {
      api: ['insert select update', 'pages of links are to be fetched'],
      worker: ['delete select update', 'pages of links are fetched'],
    },
  },
  'learning.popularity_changes': {
    portal: { via: 'learning.learning_objects' },
    kept: { until: 'it is added up', by: 'add-up-materialized-counts' },
    limitedBy: { unlimited: 'one for each object of a closed account; added up by the worker' },
    bytes: { ours: 'only numbers' },
    grants: {
      api: ['insert', 'closing an account reduces popularity; the worker adds the changes up'],
      worker: ['delete select', 'added up'],
    },
  },
  'learning.providers': {
    portal: 'portal_id',
    acrossPortals: 'content shared between portals: on every shard',
    kept: { forGood: true },
    limitedBy: ['providers'],
    bytes: 'providers',
    grants: {
      api: ['insert select update', 'providers of own content'],
      worker: ['select', 'objects in events'],
    },
  },
  'learning.search_changes': {
    portal: { via: 'learning.learning_objects' },
    kept: { until: 'the search index contains it, or 7 days', days: 7, by: 'remove-unfollowed-changes' },
    limitedBy: {
      unlimited:
        'one for each change of the catalogue; removed once the search index contains it, and after a week without one',
    },
    bytes: { ours: 'only numbers' },
    grants: {
      worker: [
        'delete insert select',
        'changes are written to the search index; differences found there are recorded again',
      ],
    },
  },
  'learning.search_doc': {
    portal: 'owner_portal',
    kept: { with: 'the learning object' },
    limitedBy: ['content'],
    bytes: 'written_bytes',
    grants: {
      api: ['delete insert select update', 'index_documents() writes search documents'],
      worker: [
        'delete insert select update',
        'index_documents() writes search documents; popularity is added up',
      ],
    },
  },
  'learning.search_index': {
    portal: { none: 'one for the whole catalogue' },
    kept: { with: 'an index outside Postgres follows the catalogue' },
    limitedBy: { unlimited: 'one' },
    grants: {
      api: [
        'select(id, shards, shown_steps)',
        'whether an index outside Postgres follows the catalogue, its shards, and which steps of its writer it may show',
      ],
      worker: ['delete insert select update', 'which index follows the catalogue, and who writes it'],
    },
  },
  'learning.search_word': {
    portal: 'portal_id',
    kept: { until: 'a day after no learning object has it', by: 'remove-unused-words' },
    limitedBy: ['words', 'words_of_object'],
    bytes: 'words',
    grants: {
      api: ['insert select', 'index_documents() adds words'],
      worker: ['delete insert select', 'index_documents() adds words; those of no document are removed'],
    },
  },
  'learning.subscriptions': {
    portal: 'portal_id',
    kept: { until: 'the subscription ends' },
    limitedBy: { unlimited: 'only operators and presets add rows' },
    bytes: { ours: 'only operators add rows' },
    grants: { api: ['select', 'who sees what'], worker: ['select', 'index_documents() reads who sees what'] },
  },
  'learning.topics': {
    portal: 'portal_id',
    acrossPortals: 'as learning.providers',
    kept: { until: 'a day after no object has it', by: 'remove-unused-topics' },
    limitedBy: ['topics'],
    bytes: 'topics',
    grants: {
      api: ['insert select update(lost_time)', 'index_documents() numbers topics'],
      worker: [
        'delete insert select update(lost_time)',
        'index_documents() numbers topics; those that no object has any more are removed',
      ],
    },
  },
  'learning.visibility_changes': {
    portal: 'portal_id',
    acrossPortals: 'a queue of the worker, of content',
    kept: { until: 'it is reported', by: 'tell-visibility-changes' },
    limitedBy: { unlimited: 'only operators add rows; removed once reported' },
    bytes: { ours: 'only operators add rows' },
    grants: {
      worker: ['delete select update', 'portals are notified of objects that have become visible or hidden'],
    },
  },
} as const satisfies Record<string, TableEntry>;
