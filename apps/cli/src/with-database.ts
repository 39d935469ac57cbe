import { openDatabase, type Database } from '@app/database';
import { readDatabaseConfig } from './config.js';

/** Runs one command with a connection that is closed afterwards. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const { DATABASE_URL: url } = readDatabaseConfig(process.env);
  const database = await openDatabase({ url, applicationName: 'cli', poolSize: 2 });
  try {
    await work(database);
  } finally {
    await database.dataSource.destroy();
  }
}
