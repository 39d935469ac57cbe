import { ConcurrentIndexes } from './outside-transaction.js';

/**
 * What the relay asks all the time, also while very many wide events wait, as after an import: the oldest narrow events,
 * and whether another event of the same object is before one.
 */
export class RelayIndexes20261125100000 extends ConcurrentIndexes {
  readonly name = 'RelayIndexes20261125100000';
  readonly indexes = {
    'learning.outbox_todo_narrow': 'on learning.outbox_todo (shard, id) where not wide',
    'learning.outbox_todo_object': 'on learning.outbox_todo (shard, object_id, id)',
  };
}
