import { ConcurrentIndexes } from './outside-transaction.js';

/** Payments that came to nothing, by age: the worker looks for old ones every minute. */
export class EndedPaymentsIndex20261126110010 extends ConcurrentIndexes {
  readonly name = 'EndedPaymentsIndex20261126110010';
  readonly indexes = {
    'identity.payments_ended': "on identity.payments (created_time) where state in ('declined', 'voided')",
  };
}
