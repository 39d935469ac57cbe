import type { Transaction } from '@app/database';
import { changeCatalogue, type EventSink } from '../changes.js';
import { childrenOf, retireObjects, retireOrphans } from './import.queries.js';

/**
 * Retires objects: they can no longer be found, but enrollments and titles are kept. Objects created inside
 * them are retired too.
 * @returns how many there were
 */
export async function retire(
  tx: Transaction,
  outbox: EventSink | undefined,
  ids: readonly number[],
  now: Date,
): Promise<number> {
  const changed = await changeCatalogue(tx, outbox, ids, async () => {
    const retired = await retireObjects(tx, ids, now);
    const held = await childrenOf(tx, retired);
    return { written: [...retired, ...(await retireOrphans(tx, held, now))], touched: held };
  });
  return changed.written.length;
}
