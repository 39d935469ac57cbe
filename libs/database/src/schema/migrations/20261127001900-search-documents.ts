import { facetKeys } from '../functions/learning/facet-keys.js';
import { lockObjects } from '../functions/learning/lock-objects.js';
import { indexDocuments } from '../functions/learning/index-documents.js';
import { indexObjects } from '../functions/learning/index-objects.js';
import { newLabels } from '../functions/learning/new-labels.js';
import { enqueueLostFacets } from '../functions/learning/enqueue-lost-facets.js';
import { recordNewWords } from '../functions/learning/record-new-words.js';
import { enqueueSearchChanges } from '../functions/learning/enqueue-search-changes.js';
import { removeUnusedFacets } from '../functions/learning/remove-unused-facets.js';
import { removeUnusedTopics } from '../functions/learning/remove-unused-topics.js';
import { removeUnusedWords } from '../functions/learning/remove-unused-words.js';
import { writeDocuments } from '../functions/learning/write-documents.js';
import { Baseline } from './baseline.js';

/** The narrow search document beside the wide row of a learning object, the functions that write it, and what follows it. */
export class SearchDocuments20261127001900 extends Baseline {
  name = 'SearchDocuments20261127001900';
  parts = [
    tables,
    facetKeys,
    lockObjects,
    writeDocuments,
    indexObjects,
    indexDocuments,
    newLabels,
    removeUnusedTopics,
    removeUnusedFacets,
    removeUnusedWords,
    enqueueLostFacets,
    recordNewWords,
    indexingTriggers,
    following,
    enqueueSearchChanges,
    triggers,
  ];
}

const tables = /* sql */ `
  create sequence learning.facet_number as int;
  grant usage on sequence learning.facet_number to lp_api, lp_worker;

  -- Values that facets count and filters name; the low three bits of a code say of which facet it is.
  create table learning.facet_values (
    code int primary key,
    facet smallint not null check (facet between 1 and 6), -- type, language, instance, tag, topics, location
    key text not null,
    constraint facet_values_facet_key_key unique (facet, key)
  );
  grant select, insert on learning.facet_values to lp_api;
  grant select, insert, delete on learning.facet_values to lp_worker;

  -- Facet codes that a document has lost; perhaps none has them any more.
  create table learning.facet_lost (code int not null);
  grant insert on learning.facet_lost to lp_api;
  grant select, insert, delete on learning.facet_lost to lp_worker;

  create table learning.search_doc (
    lo_id int primary key references learning.learning_objects(id),
    owner_portal int not null,
    price int not null,                                    -- hundredths
    duration int not null,
    popularity int not null default 0,                     -- enrollments
    created_time timestamptz not null,
    updated_time timestamptz not null,
    shared boolean not null,                               -- published: others than the owner may see it
    premium boolean not null,                              -- by itself or through what holds it
    title_key text collate "C" not null,
    audience int[] not null,                               -- groups and collections, those of its holders too
    lineage int[] not null,                                -- itself and what holds it
    facet_codes int[] not null,
    doc tsvector not null
  ) with (fillfactor = 85);
  -- New lexemes wait in a short list that every search reads through and that is merged in one go: at most some 250
  -- documents, a third of a millisecond a search, for a third of the cost of a write.
  create index search_doc_doc on learning.search_doc using gin (doc) with (fastupdate = on, gin_pending_list_limit = 512);
  -- what subscriptions show
  create index search_doc_audience on learning.search_doc using gin (audience gin__int_ops) with (fastupdate = off)
    where not premium;
  -- a portal's own, and the market, newest first
  create index search_doc_owner on learning.search_doc (owner_portal, created_time desc, lo_id);
  create index search_doc_newest on learning.search_doc (created_time desc, lo_id);
  grant select, insert, update, delete on learning.search_doc to lp_api, lp_worker;

  -- Moves with every change of what searches may find; in shards, so that writers do not queue.
  create table learning.catalogue_version (
    shard smallint primary key,
    version bigint not null default 0,
    words bigint not null default 0                        -- moves with every new word, and every new language
  ) with (fillfactor = 50);
  grant select, update on learning.catalogue_version to lp_api, lp_worker;

  -- 16 moves whenever values of facets are removed: whoever keeps codes forgets them then
  insert into learning.catalogue_version (shard) select generate_series(0, 16);
`;

/**
 * Values of facets and words that no document has any more are removed. Writing and removing exclude each other: whoever
 * writes documents holds a lock that all writers share, from before they look up codes until their documents can be seen.
 */
const indexingTriggers = /* sql */ `
  create trigger lost_facets_changed after update on learning.search_doc
    for each row when (old.facet_codes is distinct from new.facet_codes)
    execute function learning.enqueue_lost_facets();
  create trigger lost_facets_removed after delete on learning.search_doc
    for each row execute function learning.enqueue_lost_facets();

  create trigger record_new_words after insert on learning.search_word
    referencing new table as fresh for each statement execute function learning.record_new_words();
  -- 2: languages. Deferred, since values are written before the documents: whoever writes these locks the version last.
  create constraint trigger record_new_language after insert on learning.facet_values
    deferrable initially deferred for each row when (new.facet = 2)
    execute function learning.record_new_words();
`;

/**
 * What an index of the catalogue outside Postgres follows: objects whose documents have changed, noted in the transaction
 * of the change, whoever makes it. Nothing is noted while there is no such index.
 */
const following = /* sql */ `
  create table learning.search_index (
    id bool primary key default true check (id),             -- there is one at most
    name text not null,                                      -- in the search engine
    registered_by xid8 not null default pg_current_xact_id(),
    built_to int,                                            -- the last object that a build has written; null: all are
    version bigint,                                          -- of the catalogue that the index last contained
    lease_by uuid,                                           -- the process that writes it
    lease_until timestamptz,
    aside int[] not null default '{}',                       -- objects that it refuses: Postgres answers what finds them
    past text,                                               -- of Postgres in which it was begun: a dump or a restore is another
    replaces text[] not null default '{}',                   -- indexes that are removed once it answers
    steps text[] not null default '{}',                      -- names of the last steps in which it was written
    shown_steps text[] not null default '{}',                -- and of the last that searches may see
    shards int not null default 1,                           -- into which it is parted
    replicas int not null default 1                          -- copies of each
  );
  grant select (id, shards, shown_steps) on learning.search_index to lp_api;
  grant select, insert, update, delete on learning.search_index to lp_worker;

  create table learning.search_changes (
    seq bigint generated always as identity primary key,
    lo_id int not null,
    noted_time timestamptz not null default now()
  );
  grant select, insert, delete on learning.search_changes to lp_worker;
`;

const trigger = (table: string, operation: 'insert' | 'update' | 'delete', column = 'lo_id') => /* sql */ `
  create trigger enqueue_search_changes_${operation} after ${operation} on learning.${table}
    referencing ${operation === 'delete' ? 'old' : 'new'} table as changed
    for each statement execute function learning.enqueue_search_changes('${column}');`;

/** The tables that a document is made of. */
const triggers = [
  ...(['search_doc', 'learning_object_events', 'collection_items', 'content_group_items'] as const).flatMap(
    (table) => (['insert', 'update', 'delete'] as const).map((operation) => trigger(table, operation)),
  ),
  trigger('learning_objects', 'update', 'id'),
].join('\n');
