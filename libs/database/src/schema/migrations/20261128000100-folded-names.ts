import { ConcurrentIndexes } from './outside-transaction.js';

/** People are found without regard to accents. Servers of 0.3.0 go on with the indexes of lower case. */
export class FoldedNames20261128000100 extends ConcurrentIndexes {
  name = 'FoldedNames20261128000100';
  indexes = {
    'identity.accounts_plain_first_name': `on identity.accounts
      (portal_id, learning.plain(upper(first_name collate "pg_c_utf8")) text_pattern_ops) where closed_time is null`,
    'identity.accounts_plain_last_name': `on identity.accounts
      (portal_id, learning.plain(upper(last_name collate "pg_c_utf8")) text_pattern_ops) where closed_time is null`,
  };
}
