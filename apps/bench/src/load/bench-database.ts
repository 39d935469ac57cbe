import { openDatabase, type Database } from '@app/database';

/** Long enough for filling a portal. */
const STATEMENT_TIMEOUT_MS = 1_800_000;

export async function withBenchDatabase<T>(
  url: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    url,
    applicationName: 'bench',
    poolSize: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await work(database);
  } finally {
    await database.dataSource.destroy();
  }
}
