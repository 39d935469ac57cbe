const NOTES_CHANGES = 'refuses nothing: notes in another table which documents have changed';
const KEEPS_ADDRESS = 'refuses nothing: fills a column of its own when an account is closed';
const WRITES_WORDS = 'write_documents() alone writes words, and skips those that are there';
const NOTES_WORDS = 'refuses nothing: counts that there are new words';

/**
 * What migrations since the last release take away from servers of the version before, or newly ask of them, as
 * `expand-and-contract.spec.ts` prints it, each with the reason why nobody misses it: the version before has stopped
 * using it. A release empties this list.
 */
export const BREAKS: Record<string, string> = {
  'table identity.accounts demands trigger closed_address': KEEPS_ADDRESS,
  'table learning.collection_items demands trigger note_search_changes_delete': NOTES_CHANGES,
  'table learning.collection_items demands trigger note_search_changes_insert': NOTES_CHANGES,
  'table learning.collection_items demands trigger note_search_changes_update': NOTES_CHANGES,
  'table learning.content_group_items demands trigger note_search_changes_delete': NOTES_CHANGES,
  'table learning.content_group_items demands trigger note_search_changes_insert': NOTES_CHANGES,
  'table learning.content_group_items demands trigger note_search_changes_update': NOTES_CHANGES,
  'table learning.facet_values demands trigger note_new_language': NOTES_WORDS,
  'table learning.learning_object_events demands trigger note_search_changes_delete': NOTES_CHANGES,
  'table learning.learning_object_events demands trigger note_search_changes_insert': NOTES_CHANGES,
  'table learning.learning_object_events demands trigger note_search_changes_update': NOTES_CHANGES,
  'table learning.learning_objects demands trigger note_search_changes_update': NOTES_CHANGES,
  'table learning.search_doc demands trigger lost_facets_changed': NOTES_CHANGES,
  'table learning.search_doc demands trigger lost_facets_removed': NOTES_CHANGES,
  'table learning.search_doc demands trigger note_search_changes_delete': NOTES_CHANGES,
  'table learning.search_doc demands trigger note_search_changes_insert': NOTES_CHANGES,
  'table learning.search_doc demands trigger note_search_changes_update': NOTES_CHANGES,
  'table learning.search_word demands trigger note_new_words': NOTES_WORDS,
  'table learning.search_word demands unique btree (portal_id, surface, language)': WRITES_WORDS,
  'unique learning.search_word btree (surface, language)': WRITES_WORDS,
};
