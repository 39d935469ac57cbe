import { ConcurrentIndexes } from './outside-transaction.js';

/** Closed users whose address is, or begins with, what was typed. */
export class ClosedAddressIndex20261124150105 extends ConcurrentIndexes {
  readonly name = 'ClosedAddressIndex20261124150105';
  readonly indexes = {
    'identity.accounts_closed_email':
      'on identity.accounts (portal_id, lower(closed_email) text_pattern_ops) where closed_email is not null',
  };
}
