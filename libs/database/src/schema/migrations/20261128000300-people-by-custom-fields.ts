import { ConcurrentIndexes } from './outside-transaction.js';

/** People are found by values of custom fields, such as a personnel number. */
export class PeopleByCustomFields20261128000300 extends ConcurrentIndexes {
  name = 'PeopleByCustomFields20261128000300';
  indexes = {
    'identity.accounts_custom_fields': `on identity.accounts using gin (custom_fields jsonb_path_ops)
      where custom_fields <> '{}'`,
  };
}
