import { areAllNoting, readSearchIndex } from '@app/catalogue';
import type { Database } from '@app/database';

/** Resolves once nobody runs a transaction of before the index was begun: on this server other tests have theirs. */
export async function untilAllAreNoting(database: Database): Promise<void> {
  while (!(await areAllNoting(database))) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Steps until the index has all of the catalogue, or another indexer has it. */
export async function stepUntilDone(
  database: Database,
  indexer: { step(): Promise<'more' | 'done' | 'leased by another'> },
): Promise<void> {
  for (;;) {
    if (await readSearchIndex(database)) await untilAllAreNoting(database);
    if ((await indexer.step()) !== 'more') return;
  }
}
