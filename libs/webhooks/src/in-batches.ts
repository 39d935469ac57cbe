/**
 * Deliveries changed in one transaction. While it runs, the outcomes of these deliveries wait, and a statement for all
 * of a million rows would take longer than statements may.
 */
const BATCH = 5_000;

/** The part of a webhook's deliveries that one transaction changes, in the order of their sequence. */
export interface Batch {
  /** Those behind this sequence. */
  after: number;
  limit: number;
}

/** How many were changed, and the sequence of the last one. */
export interface BatchChanged {
  count: number;
  last: number;
}

/**
 * Changes deliveries batch by batch: when one fails, those before it stay changed.
 * @param change in its own transaction; undefined when nothing more may be changed
 * @returns how many were changed
 */
export async function inBatches(
  change: (batch: Batch) => Promise<BatchChanged | undefined>,
): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const changed = await change({ after, limit: BATCH });
    count += changed?.count ?? 0;
    if (!changed || changed.count < BATCH) return count;
    after = changed.last;
  }
}
