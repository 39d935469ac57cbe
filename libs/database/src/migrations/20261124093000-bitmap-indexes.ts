import { ConcurrentIndexes } from './outside-transaction.js';

/** What a search by bitmaps still looks up document by document. */
export class BitmapIndexes20261124093000 extends ConcurrentIndexes {
  readonly name = 'BitmapIndexes20261124093000';
  readonly indexes = {
    // what only its owner sees, or those to whom a group or collection shows it
    'learning.search_doc_unsold': 'on learning.search_doc (owner_portal) where not (shared and premium)',
    'learning.search_doc_title': 'on learning.search_doc using hash (title_key)',
  };
}
