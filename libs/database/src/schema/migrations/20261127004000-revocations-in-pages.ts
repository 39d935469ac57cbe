import { ConcurrentIndexes } from './outside-transaction.js';

/** Servers read revocations in pages, in the order of transactions and, within one, of ids. */
export class RevocationsInPages20261127004000 extends ConcurrentIndexes {
  name = 'RevocationsInPages20261127004000';
  indexes = { 'auth.revocations_pages': 'on auth.revocations (xid, id)' };
  override readonly replaced = ['auth.revocations_xid'];
}
