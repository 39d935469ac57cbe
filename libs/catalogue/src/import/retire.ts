import type { Transaction } from '@app/database';
import { changeCatalogue, type EventSink } from '../changes.js';
import { listChildren, retireObjects, retireOrphans } from './import.queries.js';

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
    const childIds = await listChildren(tx, retired);
    return { written: [...retired, ...(await retireOrphans(tx, childIds, now))], touched: childIds };
  });
  return changed.written.length;
}
