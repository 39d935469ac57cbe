import type { Database, Transaction } from '@app/database';
import type { FileLine } from './lines.js';

/** Rolls back a batch of a dry run. */
class DryRun extends Error {}

/** Runs the work in one transaction, which a dry run rolls back. */
export async function transact(
  { database, dryRun }: { database: Database; dryRun: boolean },
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await database.write(async (tx) => {
      await work(tx);
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
}

/** The lines in lists of this size. */
export async function* inBatches(lines: AsyncIterable<FileLine>, size: number): AsyncGenerator<FileLine[]> {
  let batch: FileLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
