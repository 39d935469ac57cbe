import { areTriggersInstalled, readSearchIndex } from '@app/catalogue';
import type { Database } from '@app/database';
import { eventually } from './eventually.js';

/**
 * Resolves once no transaction from before the start of the index is running; other tests on this server have such
 * transactions.
 * @throws Error when that takes too long
 */
export async function untilAllAreNoting(database: Database): Promise<void> {
  await eventually('no earlier transaction runs', () => areTriggersInstalled(database));
}

/** Runs steps until the index has the whole catalogue, or another indexer runs. */
export async function stepUntilDone(
  database: Database,
  indexer: { step(): Promise<'more' | 'done' | 'leased by another'> },
): Promise<void> {
  for (;;) {
    // an index of another history of the database is rebuilt
    if ((await readSearchIndex(database))?.isOfCurrentTimeline) await untilAllAreNoting(database);
    const progress = await indexer.step();
    if (progress === 'more') continue;
    // a new index waits for transactions that do not record changes yet
    if (progress === 'done' && typeof (await readSearchIndex(database))?.builtTo === 'number') continue;
    return;
  }
}
