import { areTriggersInstalled, readSearchIndex } from '@app/catalogue';
import type { Database } from '@app/database';
import { WAIT_TIMEOUT_MS } from './patience.js';

/**
 * Resolves once nobody runs a transaction of before the index was begun: on this server other tests have theirs.
 * @throws Error when that does not come
 */
export async function untilAllAreNoting(database: Database): Promise<void> {
  for (const end = performance.now() + WAIT_TIMEOUT_MS; !(await areTriggersInstalled(database));) {
    if (performance.now() > end) throw new Error('a transaction of before the index was begun still runs');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Steps until the index has all of the catalogue, or another indexer has it. */
export async function stepUntilDone(
  database: Database,
  indexer: { step(): Promise<'more' | 'done' | 'leased by another'> },
): Promise<void> {
  for (;;) {
    // one of another past is begun again
    if ((await readSearchIndex(database))?.isOfThisPast) await untilAllAreNoting(database);
    const progress = await indexer.step();
    if (progress === 'more') continue;
    // one that it has just begun waits for those who do not note yet
    if (progress === 'done' && typeof (await readSearchIndex(database))?.builtTo === 'number') continue;
    return;
  }
}
