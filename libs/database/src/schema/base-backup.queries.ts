import { ConfigError } from '@app/kernel';
import pg from 'pg';

/**
 * Makes Postgres write a base backup of the whole server, with the WAL that it needs, into a folder on its disk. These
 * are `base.tar` and, last, `backup_manifest`. It is what `pg_basebackup --target=server:<folder>` does. Source: the
 * Postgres manual, Streaming Replication Protocol, BASE_BACKUP.
 * @param folder absolute; absent or empty
 * @throws ConfigError with the words of Postgres when it refuses
 */
export async function writeBaseBackup(url: string, folder: string): Promise<void> {
  const replication = { replication: 'true' }; // not among the types of pg
  const client = new pg.Client({ connectionString: url, application_name: 'backup', ...replication });
  client.on('error', () => undefined);
  // how far it is; the backup itself goes to the server's disk
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
