import type { Transaction } from '@app/database';
import { addToCount, LimitReached, limits } from '@app/limits';
import { countUsers } from './account-counts.queries.js';

/**
 * Checks that the portal may have one more person; concurrent additions wait until the transaction ends. Call it before
 * anything else is locked.
 * @throws LimitReached
 */
export async function assertAccountLimit(tx: Transaction, portalId: number): Promise<void> {
  await addToCount(tx, 'accounts_made', portalId);
  if ((await countUsers(tx, portalId)) >= limits.accounts.most) throw new LimitReached('accounts');
}
