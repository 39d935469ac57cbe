import { ConfigError } from '@app/kernel';
import pg from 'pg';

/**
 * Makes Postgres write a base backup of the whole server, with the WAL that it needs, into a folder on its disk:
 * `base.tar` and, last, `backup_manifest`, like `pg_basebackup --target=server:<folder>`. Source: the Postgres manual,
 * Streaming Replication Protocol, BASE_BACKUP.
 * @param folder absolute; absent or empty
 * @throws ConfigError with the message of Postgres when it refuses
 */
export async function writeBaseBackup(url: string, folder: string): Promise<void> {
  const replication = { replication: 'true' }; // missing in the types of pg
  const client = new pg.Client({ connectionString: url, application_name: 'backup', ...replication });
  client.on('error', () => undefined);
  // the answer is only the progress; the backup itself is written to the server's disk
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('copyData', () => undefined);
  try {
    await client.connect();
    const options = `LABEL 'platform', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', TARGET 'server'`;
    await client.query(`BASE_BACKUP (${options}, TARGET_DETAIL ${pg.escapeLiteral(folder)})`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new ConfigError(`Postgres refuses the backup: ${error.message}.`);
  } finally {
    await client.end();
  }
}
