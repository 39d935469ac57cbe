import { ConcurrentIndexes } from './outside-transaction.js';

/**
 * Wide events by owner: owners take turns. The sum keeps this index out of questions about single objects, for which
 * Postgres would take it while it has no statistics. Servers of the version before read `outbox_todo_wide` instead.
 */
export class WideEventTurns20261125110100 extends ConcurrentIndexes {
  readonly name = 'WideEventTurns20261125110100';
  readonly indexes = {
    'learning.outbox_todo_turns':
      'on learning.outbox_todo ((shard + 0), portal_id, id) where wide and parked_reason is null',
  };
}
