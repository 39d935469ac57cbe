import { ConcurrentIndexes } from './outside-transaction.js';

/** Words are looked up in one portal; no longer by their ends, since all texts one typo away are looked up as they are. */
export class WordIndexes20261126120010 extends ConcurrentIndexes {
  readonly name = 'WordIndexes20261126120010';
  readonly indexes = {
    'learning.search_word_portal': 'on learning.search_word (portal_id, surface, language)',
    'learning.search_word_stem': 'on learning.search_word (portal_id, lexeme, language)',
  };
  override readonly unique = ['learning.search_word_portal'];
  override readonly replaced = ['learning.search_word_reversed', 'learning.search_word_lexeme'];
}
