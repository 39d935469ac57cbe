import { BatchedChange } from './outside-transaction.js';

/** Words of before, of which nobody knows the portal: all that are in use have been written again. */
export class FormerWords20261126120040 extends BatchedChange {
  name = 'FormerWords20261126120040';
  statement = /* sql */ `
    delete from learning.search_word w
     using (select surface, language from learning.search_word where portal_id = -1 limit 5000) former
     where w.portal_id = -1 and w.surface = former.surface and w.language = former.language`;
}
