import { ConcurrentIndexes } from './outside-transaction.js';

/** What is counted whenever the metrics are read. */
export class MailboxIndexes20261124015000 extends ConcurrentIndexes {
  readonly name = 'MailboxIndexes20261124015000';
  readonly indexes = {
    'learning.webhook_mailboxes_closed': 'on learning.webhook_mailboxes (state) where state > 0',
    'learning.webhook_mailboxes_parked':
      'on learning.webhook_mailboxes (webhook_id) where parked_reason is not null',
  };
}
