import { openDatabase, type Database } from '@app/database';
import { loadConfig, type Environment } from '@app/kernel';
import { z } from 'zod';

/** The settings of every command; its help says which role of Postgres it needs. */
export const commandDatabase = z.object({ DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }) });

/** @throws ConfigError when DATABASE_URL is missing or invalid */
export const readDatabaseUrl = (env: Environment): string => loadConfig(commandDatabase, env).DATABASE_URL;

/**
 * Runs one command with a connection that is closed afterwards.
 * @param name of the command, for Postgres
 */
export async function withDatabase(
  name: string,
  work: (database: Database) => Promise<void>,
  url = readDatabaseUrl(process.env),
): Promise<void> {
  const database = await openDatabase({ url, applicationName: name, poolSize: 2 });
  try {
    await work(database);
  } finally {
    await database.dataSource.destroy();
  }
}
