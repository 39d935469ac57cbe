import type { Transaction } from '@app/database';
import { addToCount, LimitReached, limits } from '@app/limits';
import { countUsers } from './account-counts.queries.js';

/**
 * Makes sure that the portal has room for `more` people; others who add people wait until the transaction ends. Call
 * it before anything else is locked.
 * @throws LimitReached
 */
export async function assertAccountLimit(tx: Transaction, portalId: number, more = 1): Promise<void> {
  await addToCount(tx, 'accounts_made', portalId, more);
  if ((await countUsers(tx, portalId)) + more > limits.accounts.most) throw new LimitReached('accounts');
}
