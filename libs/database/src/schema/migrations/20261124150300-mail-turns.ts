import { ConcurrentIndexes } from './outside-transaction.js';

/** The mails that wait, by portal: portals take turns. */
export class MailTurns20261124150300 extends ConcurrentIndexes {
  readonly name = 'MailTurns20261124150300';
  readonly indexes = {
    'identity.mails_turns':
      'on identity.mails (coalesce(portal_id, 0), next_try_time) where next_try_time is not null',
  };
}
